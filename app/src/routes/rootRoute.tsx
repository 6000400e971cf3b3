/** Who may open an address: core's list of screens says it for all of them. */

import { createRootRoute, Navigate, redirect } from '@tanstack/react-router'
import { needsAccount, opensFor, type Profile, screenAt } from '../core/core'
import { link, paths, sharedPaths } from '../core/links'
import { addressWithoutView, viewedId } from '../core/viewed'
import { Refused } from '../kit/call/api'
import { queries } from '../kit/call/queries'
import { bringPreferences } from '../kit/session/preferences'
import { knowSide, leaveForSignIn, newPasswordAddress, profileQuery, readProfileAgain } from '../kit/session/session'
import { isStaffRole, visitorOf } from '../kit/session/useProfile'
import { noteView } from '../kit/session/viewing'
import { Shell } from '../shell/Shell'
import { WithoutFrame } from '../shell/WithoutFrame'

/** Leaves the portal's part of the app, and never comes back to the code that asked. */
function leaveFor(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}

const turnAway = (to: typeof paths.notFound | typeof paths.unauthorized) => redirect({ to, replace: true })
const isForbidden = (error: unknown) => error instanceof Refused && error.status === 403

/** Who is signed in, on whichever side. */
async function anybody(): Promise<Profile> {
  const [first, other] = queries.getQueryData(profileQuery(true).queryKey) ? [true, false] : [false, true]
  return queries.ensureQueryData(profileQuery(first)).catch((error: unknown) => {
    if (isForbidden(error)) return queries.ensureQueryData(profileQuery(other))
    throw error
  })
}

const parentOf = (address: string) => address.replace(/\?.*$/, '').replace(/\/[^/]+$/, '')

async function guard(path: string, address: string): Promise<{ profile: Profile }> {
  // The folder of the application's screens is no screen; people type it.
  if (path === parentOf(link('registration'))) throw redirect({ to: paths.registration, replace: true })
  const screen = screenAt(path)
  if (!screen) throw turnAway(paths.notFound)
  const isShared = sharedPaths.includes(screen.path)
  if (screen.audience === 'public' && !isShared) return leaveFor(path)
  // Back on the own side nothing that was read as a customer is kept.
  if (screen.audience === 'staff' && viewedId !== undefined) return leaveFor(address)
  let profile: Profile
  try {
    const read = isShared ? anybody() : queries.ensureQueryData(profileQuery(screen.audience === 'staff'))
    ;[profile] = await Promise.all([read, bringPreferences()])
  } catch (error) {
    if (error instanceof Refused && error.status === 401) {
      leaveForSignIn(error.body.code === 'sessionExpired')
      return new Promise(() => undefined)
    }
    // The parameter says nothing to whoever is no viewer; a bulk account that is not there has no screens.
    if (viewedId !== undefined && isForbidden(error)) return leaveFor(addressWithoutView(window.location))
    if (viewedId !== undefined && error instanceof Refused && error.status === 404) return leaveFor(link('notFound'))
    if (isForbidden(error)) throw turnAway(paths.unauthorized)
    throw error
  }
  const isStaff = isStaffRole(profile.role) || profile.viewedBy !== null
  knowSide(isStaff)
  noteView(profile)
  if (isShared) return { profile }
  const isFirst = path === newPasswordAddress(true)
  // A new password comes first, and is then set no second time.
  if (profile.isPasswordResetRequired !== isFirst && (profile.isPasswordResetRequired || isFirst)) {
    if (isFirst) return leaveFor(link('staffHome'))
    return leaveFor(newPasswordAddress(isStaffRole(profile.role)))
  }
  if (!opensFor(path, visitorOf(profile))) throw turnAway(paths.unauthorized)
  if (isClosed(path, profile)) {
    // An account may have been put right since the profile was read.
    profile = await readProfileAgain(false)
    if (isClosed(path, profile)) throw redirect({ to: paths.accountsNeeded, search: { from: address }, replace: true })
  }
  return { profile }
}

const isClosed = (path: string, { bulkId, hasValidContractAccount }: Profile) =>
  bulkId !== null && !hasValidContractAccount && needsAccount(path)

/** Every address lies under it. */
export const root = createRootRoute({
  beforeLoad: ({ location }) => guard(location.pathname, location.href),
  component: Shell,
  errorComponent: WithoutFrame,
  notFoundComponent: () => <Navigate to={paths.notFound} replace />,
})
