/** Who is signed in; the router's guard has made sure that somebody is. */

import { getRouteApi } from '@tanstack/react-router'
import { type Action, type Area, allows, type Profile, type Role } from '../../core/core'
import { link } from '../../core/links'

const root = getRouteApi('__root__')

export const useProfile = (): Profile => root.useRouteContext().profile

const staffRoles: readonly (Role | null)[] = ['pccrAdmin', 'glbAccountManager', 'ict']
export const isStaffRole = (role: Role | null): boolean => staffRoles.includes(role)

/** As whom core decides what opens: staff in customer view mode by their own role. */
export const visitorOf = (profile: Profile) =>
  profile.viewedBy ? { role: profile.viewedBy, permissions: profile.permissions, customerView: true } : profile

/** Where the own profile is. */
export const profileAddress = (role: Role | null) => (isStaffRole(role) ? link('staffProfile') : link('profile'))

/** The bulk account of a customer. */
export function useBulkId(): string {
  const { bulkId } = useProfile()
  if (!bulkId) throw new Error('this screen opens for people of a bulk account only')
  return bulkId
}

/** Whether the person may do that. */
export const useMay = (area: Area, action: Action): boolean => allows(useProfile().scopes, area, action)
