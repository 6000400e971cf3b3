/** The actions of the command menu that the user may perform. */
import { allows, type Profile } from '../../core/core'
import type { Theme } from '../../kit/session/theme'
import { screensFor } from './screens'

/**
 * The screen on which the user can invite a colleague; undefined without permission. Inviting is not possible in customer view
 * mode.
 */
export function inviteScreen(profile: Profile): 'users' | 'staffUsers' | undefined {
  if (profile.viewedBy !== null) return undefined
  const screens = screensFor(profile)
  if (screens.includes('users') && allows(profile.scopes, 'manageUser', 'add')) return 'users'
  if (screens.includes('staffUsers') && allows(profile.scopes, 'manageTnbAdmins', 'add')) return 'staffUsers'
  return undefined
}

/** Whether the user may pay bills and has the screens of bills. Paying is not possible in customer view mode. */
export const mayPayBills = (profile: Profile): boolean =>
  profile.bulkId !== null &&
  profile.viewedBy === null &&
  screensFor(profile).includes('outstandingBills') &&
  allows(profile.scopes, 'payment', 'add')

const themes = ['light', 'dark', 'system'] as const satisfies Theme[]

export const otherThemes = (theme: Theme) => themes.filter((id) => id !== theme)
