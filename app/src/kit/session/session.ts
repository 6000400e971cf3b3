/** Who is signed in, and keeping them so while they work. */
import { audienceOf, constants, type Profile } from '../../core/core'
import { isStaffPath, link } from '../../core/links'
import { viewedId } from '../../core/viewed'
import { call, Refused, refresh } from '../call/api'
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

/** The signed-in person; asks the side of the portal that the address belongs to. In customer view mode a customer's. */
export function profileQuery(isStaff: boolean): ProfileQuery {
  const staleTime = 60_000
  if (isStaff) return { queryKey: ['GetAdminProfile', {}], queryFn: () => timed(call('GetAdminProfile', {})), staleTime }
  if (viewedId === undefined) return { queryKey: ['GetUserProfile', {}], queryFn: () => timed(call('GetUserProfile', {})), staleTime }
  const request = { bulkId: viewedId }
  return { queryKey: ['GetCustomerProfile', request], queryFn: () => timed(call('GetCustomerProfile', request)), staleTime }
}

/** Each profile tells what time it is in the portal. */
async function timed(reading: Promise<Profile>): Promise<Profile> {
  const profile = await reading
  setClock(profile.now)
  return profile
}

/** After something of it was changed; the router's guard then takes it from here. */
export const readProfileAgain = (isStaff: boolean) => queries.fetchQuery({ ...profileQuery(isStaff), staleTime: 0 })

/** What was changed of it, where it could not be read again. */
export const keepProfile = (isStaff: boolean, profile: Profile) => queries.setQueryData(profileQuery(isStaff).queryKey, profile)

/** The side that the person is on. Most addresses tell it; those of both sides do not. */
let isStaffSide = viewedId !== undefined || isStaffPath(globalThis.location?.pathname ?? '')
export function knowSide(isStaff: boolean) {
  isStaffSide = isStaff
}
const isStaffPage = () => isStaffSide

/** Leaves for the sign-in page, which brings back here, or to the start where there is nothing to come back to. */
export function leaveForSignIn(idle = false) {
  const { pathname, search } = location
  if (audienceOf(pathname) !== 'public') return replaceAddress(signInAddress(pathname, search, idle, isStaffPage()))
  replaceAddress(signInAddress(isStaffPage() ? link('staffHome') : link('home'), '', idle))
}

/** Where a new password is set that must be set first. */
export const newPasswordAddress = (isStaff = isStaffPage()) => (isStaff ? link('firstTimeLogin') : link('changePassword'))

/** Signs out of every tab of this browser, which keeps nothing of what the user typed or opened. */
export function signOut(email: string) {
  drafts.dropAllOf(email)
  deleteRecent(email)
  signOff()
}

/** Goes on with the session of this browser, and watches over it. False when it is over, and the sign-in page comes. */
export function takePart(stopListening: () => void): boolean {
  return watchIdle({
    limits: constants,
    refresh: async () => {
      const over = await refresh()
      if (over) leaveForSignIn(over.code === 'sessionExpired')
      return !over
    },
    logOut: () => call(isStaffPage() ? 'AdminLogout' : 'Logout', {}),
    forget: (why) => {
      stopListening()
      queries.clear()
      if (why === 'idle') return drafts.writeNow()
      void removeWorker()
      drafts.forget()
      sessionStorage.clear()
    },
    leave: (why) =>
      why === 'left' ? replaceAddress(isStaffPage() ? link('staffSignIn') : link('signIn')) : leaveForSignIn(why === 'idle'),
  })
}

/** A refused session leads to the sign-in page, whatever asked. */
export function watchSession() {
  const watch = (error: unknown) => {
    // What was still asked for when the session ended has nothing to say about it.
    if (isOver()) return
    if (!(error instanceof Refused)) return
    if (error.status === 401) leaveForSignIn(error.body.code === 'sessionExpired')
    // The last account free of errors went while the page was open.
    if (error.body.code === 'noWorkingAccount') {
      replaceAddress(link('accountsNeeded', { from: location.pathname + location.search }))
    }
    if (error.body.code === 'passwordChangeRequired') replaceAddress(newPasswordAddress())
  }
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') watch(event.action.error)
  })
  queries.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') watch(event.action.error)
  })
}
