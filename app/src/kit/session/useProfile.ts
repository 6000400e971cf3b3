/** The signed-in user; the router's guard ensures that there is one. */

import { getRouteApi } from '@tanstack/react-router'
import { type Action, type Area, allows, type Profile, type Role } from '~/core/core'
import { link } from '~/core/links'

const root = getRouteApi('__root__')

export const useProfile = (): Profile => root.useRouteContext().profile

/**
 * Whether the open page is for a second factor or for company sign-in because the user must add or connect it before
 * opening any other page.
 */
export const useIsSetupRequired = (): boolean => root.useRouteContext().isSetupRequired

const staffRoles: readonly (Role | null)[] = ['pccrAdmin', 'glbAccountManager', 'ict']
export const isStaffRole = (role: Role | null): boolean => staffRoles.includes(role)

/**
 * Returns the role and permissions that core checks before it opens a screen. In customer view mode the role is that of
 * the staff user.
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

export const useMay = (area: Area, action: Action): boolean => allows(useProfile().scopes, area, action)
