/** The signed-in user, and the end of their session. */
import { audienceOf, constants, type Profile } from '~/core/core'
import { isStaffPath, link } from '~/core/links'
import { viewedId } from '~/core/viewed'
import { CallError, call, refreshSession } from '../call/api'
import { queries } from '../call/queries'
import { setClock } from './clock'
import { isOver, signOff, watchIdle } from './idleWatch'
import { removeWorker } from './offlineFiles'
import { deleteRecent } from './recent'
import { signInAddress } from './redirect'
import { replaceAddress } from './unload'
import { drafts } from './useDraft'

interface ProfileQuery {
  queryKey: readonly unknown[]
  queryFn: () => Promise<Profile>
  staleTime: number
}

/** The query of the user's profile, on this side of the portal. In customer view mode it is the customer's profile. */
export function profileQuery(isStaff: boolean): ProfileQuery {
  const staleTime = 60_000
  if (isStaff) return { queryKey: ['GetAdminProfile', {}], queryFn: () => setClockFrom(call('GetAdminProfile', {})), staleTime }
  if (viewedId === undefined)
    return { queryKey: ['GetUserProfile', {}], queryFn: () => setClockFrom(call('GetUserProfile', {})), staleTime }
  const request = { bulkId: viewedId }
  return { queryKey: ['GetCustomerProfile', request], queryFn: () => setClockFrom(call('GetCustomerProfile', request)), staleTime }
}

/** Sets the portal's clock from the profile. */
async function setClockFrom(reading: Promise<Profile>): Promise<Profile> {
  const profile = await reading
  setClock(profile.now)
  return profile
}

/** Reads the profile again after a change, so that the router's guard uses the new one. */
export const readProfileAgain = (isStaff: boolean) => queries.fetchQuery({ ...profileQuery(isStaff), staleTime: 0 })

/** Stores a changed profile in the cache, for when it cannot be read again. */
export const storeProfile = (isStaff: boolean, profile: Profile) => queries.setQueryData(profileQuery(isStaff).queryKey, profile)

/** The user's side of the portal. Some addresses belong to both sides, so the address alone does not determine it. */
let isStaffSide = viewedId !== undefined || isStaffPath(globalThis.location?.pathname ?? '')
export function setSide(isStaff: boolean) {
  isStaffSide = isStaff
}
const isStaffPage = () => isStaffSide

/** Redirects to the sign-in page, which returns here afterwards, or to the home page from a public page. */
export function leaveForSignIn(idle = false) {
  const { pathname, search } = location
  if (audienceOf(pathname) !== 'public') return replaceAddress(signInAddress(pathname, search, idle, isStaffPage()))
  replaceAddress(signInAddress(isStaffPage() ? link('staffHome') : link('home'), '', idle))
}

/** Redirects to the sign-in page when a call reports the end of the session. After the idle time a dialogue does this instead. */
export function leaveSignedOut(code: string) {
  if (!isOver()) leaveForSignIn(code === 'sessionExpired')
}

/** Returns the address of the page for a required password change. */
export const newPasswordAddress = (isStaff = isStaffPage()) => (isStaff ? link('firstTimeLogin') : link('changePassword'))

/** Returns the address of the page where a required second factor is added. */
const newFactorAddress = () => (isStaffPage() ? link('addStaffFactor') : link('addFactor'))

/** Signs the user out in every tab, and deletes their drafts and recent records. */
export function signOut(email: string) {
  drafts.dropAllOf(email)
  deleteRecent(email)
  signOff()
}

let filesRemoved: Promise<unknown> = Promise.resolve()

/** Joins the browser's session and watches it. Returns false if the session is over and the sign-in page follows. */
export function joinSession(stopListening: () => void): boolean {
  return watchIdle({
    limits: constants,
    refresh: async () => {
      const endReason = await refreshSession()
      if (endReason) leaveSignedOut(endReason.code)
      return !endReason
    },
    // The page would otherwise leave before its files are removed, also if the call fails at once.
    logOut: () => Promise.allSettled([call(isStaffPage() ? 'AdminLogout' : 'Logout', {}), filesRemoved]),
    clearUserData: (why) => {
      stopListening()
      queries.clear()
      if (why === 'idle') return drafts.writeNow()
      filesRemoved = removeWorker().catch(() => undefined)
      drafts.forget()
      sessionStorage.clear()
    },
    leave: (why) =>
      why === 'left' ? replaceAddress(isStaffPage() ? link('staffSignIn') : link('signIn')) : leaveForSignIn(why === 'idle'),
  })
}

/** Redirects when a call reports that the session is over, or that the user must first do something else. */
export function watchSession() {
  const watch = (error: unknown) => {
    // Ignore failures of calls that were still running when the session ended.
    if (isOver()) return
    if (!(error instanceof CallError)) return
    if (error.status === 401) leaveSignedOut(error.body.code)
    // While the page was open, the bulk account lost its last account without errors.
    if (error.body.code === 'noWorkingAccount') {
      replaceAddress(link('accountsNeeded', { from: location.pathname + location.search }))
    }
    if (error.body.code === 'passwordChangeRequired') replaceAddress(newPasswordAddress())
    // That page may already be open.
    if (error.body.code === 'factorRequired' && location.pathname !== newFactorAddress()) replaceAddress(newFactorAddress())
    if (error.body.code === 'ssoLinkRequired' && location.pathname !== link('connectSso')) replaceAddress(link('connectSso'))
  }
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') watch(event.action.error)
  })
  queries.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') watch(event.action.error)
  })
}
