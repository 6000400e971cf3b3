/** The signed-in user; the router's guard ensures that there is one. */

import { getRouteApi } from '@tanstack/react-router'
import { type Action, type Area, allows, type Profile, type Role } from '../../core/core'
import { link } from '../../core/links'

const root = getRouteApi('__root__')

export const useProfile = (): Profile => root.useRouteContext().profile

/**
 * Whether the user must add a second factor, or connect with the company's sign-in, before anything else. Only the page for it opens
 * then.
 */
export const useIsFirstAsked = (): boolean => root.useRouteContext().isFirstAsked

const staffRoles: readonly (Role | null)[] = ['pccrAdmin', 'glbAccountManager', 'ict']
export const isStaffRole = (role: Role | null): boolean => staffRoles.includes(role)

/**
 * Returns the role and permissions by which core decides which screens open. In customer view mode the role is the
 * staff user's own.
 */
export const visitorOf = (profile: Profile) =>
  profile.viewedBy ? { role: profile.viewedBy, permissions: profile.permissions, customerView: true } : profile

/** Returns the address of the user's own profile. */
export const profileAddress = (role: Role | null) => (isStaffRole(role) ? link('staffProfile') : link('profile'))

/** Returns the bulk account of a customer. Throws for users without one. */
export function useBulkId(): string {
  const { bulkId } = useProfile()
  if (!bulkId) throw new Error('this screen requires a user with a bulk account')
  return bulkId
}

/** Whether the user has this permission. */
export const useMay = (area: Area, action: Action): boolean => allows(useProfile().scopes, area, action)
