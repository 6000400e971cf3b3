/** Decides which actions the command menu offers to the user. */
import { allows, type Profile } from '~/core/core'
import type { Theme } from '~/kit/session/theme'
import { screensFor } from './screens'

/**
 * Returns the screen on which the user can invite a colleague. Undefined without permission and in customer view mode.
 */
export function inviteScreen(profile: Profile): 'users' | 'staffUsers' | undefined {
  if (profile.viewedBy !== null) return undefined
  const screens = screensFor(profile)
  if (screens.includes('users') && allows(profile.scopes, 'manageUser', 'add')) return 'users'
  if (screens.includes('staffUsers') && allows(profile.scopes, 'manageTnbAdmins', 'add')) return 'staffUsers'
  return undefined
}

/** Whether the user may pay bills and open the screens of bills. False in customer view mode. */
export const mayPayBills = (profile: Profile): boolean =>
  profile.bulkId !== null &&
  profile.viewedBy === null &&
  screensFor(profile).includes('outstandingBills') &&
  allows(profile.scopes, 'payment', 'add')

const themes = ['light', 'dark', 'system'] as const satisfies Theme[]

export const otherThemes = (theme: Theme) => themes.filter((id) => id !== theme)
