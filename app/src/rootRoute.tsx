/** Who may open an address: core's list of screens says it for all of them. */
import { createRootRoute, redirect } from '@tanstack/react-router'
import { Refused } from './api'
import { needsAccount, opensFor, type Profile, screenAt } from './core'
import { bringPreferences } from './preferences'
import { leaveForSignIn, newPasswordAddress, profileQuery, queries, readProfileAgain } from './session'
import { CouldNotLoad } from './shell/CouldNotLoad'
import { Later } from './shell/Later'
import { Shell } from './shell/Shell'
import { isStaffRole } from './useProfile'

/** Leaves the portal's part of the app, and never comes back to the code that asked. */
function leaveFor(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}

async function guard(path: string, address: string): Promise<{ profile: Profile }> {
  const screen = screenAt(path)
  if (!screen) return leaveFor('/404')
  if (screen.audience === 'public') return leaveFor(path)
  let profile: Profile
  try {
    ;[profile] = await Promise.all([queries.ensureQueryData(profileQuery(screen.audience === 'staff')), bringPreferences()])
  } catch (error) {
    if (error instanceof Refused && error.status === 401) {
      leaveForSignIn(error.body.code === 'sessionExpired')
      return new Promise(() => undefined)
    }
    if (error instanceof Refused && error.status === 403) return leaveFor('/unauthorized')
    throw error
  }
  const isFirst = path === newPasswordAddress(true)
  // A new password comes first, and is then set no second time.
  if (profile.isPasswordResetRequired !== isFirst && (profile.isPasswordResetRequired || isFirst)) {
    if (isFirst) return leaveFor('/admin')
    return leaveFor(newPasswordAddress(isStaffRole(profile.role)))
  }
  if (!opensFor(path, profile)) return leaveFor('/unauthorized')
  if (isClosed(path, profile)) {
    // An account may have been put right since the profile was read.
    profile = await readProfileAgain(false)
    if (isClosed(path, profile)) throw redirect({ to: '/bulkAccount/accountsNeeded', search: { from: address }, replace: true })
  }
  return { profile }
}

const isClosed = (path: string, { bulkId, hasValidContractAccount }: Profile) =>
  bulkId !== null && !hasValidContractAccount && needsAccount(path)

/** Every address lies under it. */
export const root = createRootRoute({
  beforeLoad: ({ location }) => guard(location.pathname, location.href),
  component: Shell,
  errorComponent: CouldNotLoad,
  notFoundComponent: Later,
})
