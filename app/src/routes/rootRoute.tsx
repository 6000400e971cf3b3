/** The root route, with the guard of all addresses. It follows core's list of screens. */

import { createRootRoute, Navigate, redirect } from '@tanstack/react-router'
import { needsAccount, opensFor, type Profile, screenAt } from '../core/core'
import { link, paths, sharedPaths } from '../core/links'
import { addressWithoutView, viewedId } from '../core/viewed'
import { SetUpFactor } from '../features/identity/factors/SetUpFactor'
import { CallError } from '../kit/call/api'
import { queries } from '../kit/call/queries'
import { callQuery } from '../kit/call/read'
import { loadPreferences } from '../kit/session/preferences'
import { leaveFor } from '../kit/session/redirect'
import { leaveSignedOut, newPasswordAddress, profileQuery, readProfileAgain, setSide } from '../kit/session/session'
import { isStaffRole, visitorOf } from '../kit/session/useProfile'
import { reportCustomerView } from '../kit/session/viewing'
import { Shell } from '../shell/Shell'
import { WithoutFrame } from '../shell/WithoutFrame'
import { hasStaffRoutes } from './sides'

const redirectTo = (to: typeof paths.notFound | typeof paths.unauthorized) => redirect({ to, replace: true })
const isForbidden = (error: unknown) => error instanceof CallError && error.status === 403

/** Reads the profile of a user of either side. */
async function readAnyProfile(): Promise<Profile> {
  const [first, other] = queries.getQueryData(profileQuery(true).queryKey) ? [true, false] : [false, true]
  return queries.ensureQueryData(profileQuery(first)).catch((error: unknown) => {
    if (isForbidden(error)) return queries.ensureQueryData(profileQuery(other))
    throw error
  })
}

const parentOf = (address: string) => address.replace(/\?.*$/, '').replace(/\/[^/]+$/, '')

/** Whether this page, for a second factor or company sign-in, is open because the user must first add or connect it. */
async function isSetupRequired(path: string): Promise<boolean> {
  if (viewedId !== undefined) return false
  if (path === paths.addFactor || path === paths.addStaffFactor) return (await queries.fetchQuery(callQuery('GetFactors', {}))).mustAdd
  return path === paths.connectSso && (await queries.fetchQuery(callQuery('GetOwnSso', {}))).mustLink
}

interface GuardContext {
  profile: Profile
  isSetupRequired: boolean
}

async function guard(path: string, address: string): Promise<GuardContext> {
  // The parent path of the registration is not a screen, but users type it.
  if (path === parentOf(link('registration'))) throw redirect({ to: paths.registration, replace: true })
  const screen = screenAt(path)
  if (!screen) throw redirectTo(paths.notFound)
  const isShared = sharedPaths.includes(screen.path)
  if (screen.audience === 'public' && !isShared) return leaveFor(path)
  // Leaving customer view mode needs a page load, so that no data that was read as a customer stays.
  if (screen.audience === 'staff' && viewedId !== undefined) return leaveFor(address)
  let profile: Profile
  try {
    const read = isShared ? readAnyProfile() : queries.ensureQueryData(profileQuery(screen.audience === 'staff'))
    ;[profile] = await Promise.all([read, loadPreferences()])
  } catch (error) {
    if (error instanceof CallError && error.status === 401) {
      leaveSignedOut(error.body.code)
      return new Promise(() => undefined)
    }
    // A user who may not use customer view mode opens the address without it. A bulk account that does not exist leads to
    // "not found".
    if (viewedId !== undefined && isForbidden(error)) return leaveFor(addressWithoutView(window.location))
    if (viewedId !== undefined && error instanceof CallError && error.status === 404) return leaveFor(link('notFound'))
    if (isForbidden(error)) throw redirectTo(paths.unauthorized)
    throw error
  }
  const isStaff = isStaffRole(profile.role) || profile.viewedBy !== null
  // The links of this page lead to the staff's side.
  if (isShared && isStaff && viewedId === undefined && !hasStaffRoutes) return leaveFor(address)
  setSide(isStaff)
  reportCustomerView(profile)
  if (isShared) return { profile, isSetupRequired: false }
  const isFirst = path === newPasswordAddress(true)
  // A required new password comes first. The page for it opens only then.
  if (profile.isPasswordResetRequired !== isFirst && (profile.isPasswordResetRequired || isFirst)) {
    if (isFirst) return leaveFor(link('staffHome'))
    return leaveFor(newPasswordAddress(isStaffRole(profile.role)))
  }
  if (!opensFor(path, visitorOf(profile))) throw redirectTo(paths.unauthorized)
  if (isClosed(path, profile)) {
    // An account may have become usable since the profile was read.
    profile = await readProfileAgain(false)
    if (isClosed(path, profile)) throw redirect({ to: paths.accountsNeeded, search: { from: address }, replace: true })
  }
  return { profile, isSetupRequired: await isSetupRequired(path) }
}

const isClosed = (path: string, { bulkId, hasValidContractAccount }: Profile) =>
  bulkId !== null && !hasValidContractAccount && needsAccount(path)

/** The frame with its screen, and the dialogue that any screen opens to set up a second factor. */
function Root() {
  return (
    <>
      <Shell />
      <SetUpFactor />
    </>
  )
}

export const root = createRootRoute({
  beforeLoad: ({ location }) => guard(location.pathname, location.href),
  component: Root,
  errorComponent: WithoutFrame,
  notFoundComponent: () => <Navigate to={paths.notFound} replace />,
})
