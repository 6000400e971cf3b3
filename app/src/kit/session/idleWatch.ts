/** Watches the idle session together with the other tabs, and decides what to show. */
import { atom, getDefaultStore } from 'jotai'
import { type Activity, beginActivity, endActivity, onActivity, readActivity, writeActivity } from './activity'
import { idleStateAt, isRefreshDue, type Limits, mayContinue } from './idle'
import { loadAnew } from './unload'

/** `gone`: redirecting to the sign-in page, with the old page hidden. */
export type IdleView = { is: 'active' } | { is: 'warned'; secondsLeft: number } | { is: 'loggedOut' } | { is: 'gone' }

type EndReason = 'idle' | 'left'

interface SessionActions {
  limits: Limits
  /** Refreshes the session. Returns false if it is over; it then redirects to the sign-in page itself. */
  refresh: () => Promise<boolean>
  /** Ends the session on the server, if the server can be reached. */
  logOut: () => Promise<unknown>
  /** Clears the user's data in this page. */
  clearUserData: (why: EndReason) => void
  /** Redirects to the sign-in page. `before`: the user signed out before this page opened, and now wants to sign in. */
  leave: (why: EndReason | 'before') => void
}

/** Events that show a user's presence. Scroll events do not count, because a growing list scrolls by itself. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const
/** Milliseconds before a failed refresh is retried. */
const retryAfter = 15_000
/** Milliseconds that signing out may take before the sign-in page opens anyway. */
const longestWait = 5_000

/** Written only in this file. */
export const idleAtom = atom<IdleView>({ is: 'active' })
const store = getDefaultStore()
let latest: Activity
let acts: SessionActions
let notedAt = 0
let triedAt = 0
let isRenewing = false
let pointer = ''

const isShown = (is: IdleView['is']) => store.get(idleAtom).is === is
export const isOver = () => isShown('gone') || isShown('loggedOut')

function show(next: IdleView) {
  if (JSON.stringify(next) !== JSON.stringify(store.get(idleAtom))) store.set(idleAtom, next)
}

/** Returns the shared activity, or this tab's copy if storage was cleared. */
const read = () => readActivity() ?? writeActivity(latest)

/** Joins the browser's current session. Returns false if it is over; nothing may then be rendered. */
export function watchIdle(given: SessionActions): boolean {
  acts = given
  const before = readActivity()
  if (before && !mayContinue(before, Date.now(), acts.limits)) {
    latest = before
    show({ is: 'gone' })
    endActivity('idle')
    // The sign-out may not have reached the server, so sign out again.
    leaveAfterLogOut(before.ended === 'left' ? 'before' : 'idle')
    return false
  }
  latest = before ? writeActivity({ ...before, at: Date.now() }) : beginActivity()
  for (const sign of signs) window.addEventListener(sign, recordActivity, { passive: true, capture: true })
  setInterval(checkIdle, 1000)
  onActivity(checkIdle)
  document.addEventListener('visibilitychange', checkIdle)
  window.addEventListener('focus', checkIdle)
  // Hides the page while the browser stores or freezes it, until it is clear that the session continues.
  const hide = () => {
    document.body.style.visibility = 'hidden'
  }
  const showAgain = () => {
    checkIdle()
    document.body.style.visibility = ''
  }
  window.addEventListener('pagehide', hide)
  document.addEventListener('freeze', hide)
  window.addEventListener('pageshow', showAgain)
  document.addEventListener('resume', showAgain)
  return true
}

function checkIdle() {
  if (isShown('gone')) return
  const activity = read()
  const now = idleStateAt(latest.session, activity, Date.now(), acts.limits)
  if (now.is === 'replaced') {
    show({ is: 'gone' })
    loadAnew()
  } else if (isShown('loggedOut')) return
  else if (now.is === 'over') endSession(now.why, now.isLate || now.why === 'left', now.isToBeEnded)
  else {
    latest = activity
    show(now)
    if (now.is === 'active' && isRefreshDue(activity, Date.now(), acts.limits)) void refreshOnce()
  }
}

/** Records activity. During the last minute only the dialogue's button counts, because it needs a deliberate press. */
function recordActivity(event: Event) {
  if (event instanceof PointerEvent && event.type === 'pointermove') {
    // The page scrolled under a pointer that did not move, which is no activity.
    const place = `${event.screenX} ${event.screenY}`
    if (place === pointer) return
    pointer = place
  }
  if (Date.now() - notedAt < 1000) return
  checkIdle()
  if (!isShown('active')) return
  notedAt = Date.now()
  latest = writeActivity({ ...read(), at: notedAt })
}

/** The user continues the session, for every tab. */
export function continueSession() {
  checkIdle()
  if (!isShown('warned')) return
  latest = writeActivity({ ...read(), at: Date.now() })
  show({ is: 'active' })
  void refreshOnce(true)
}

/**
 * Refreshes the session in a single tab. Other tabs do not queue for the lock, because the result may reach their
 * storage after the lock is free. They check again a second later. A refresh without an answer does not sign the user
 * out, and is retried.
 */
async function refreshOnce(isAsked = false) {
  if (isRenewing || (!isAsked && Date.now() - triedAt < retryAfter)) return
  isRenewing = true
  const renew = async () => {
    triedAt = Date.now()
    if (isOver() || (!isAsked && !isRefreshDue(read(), triedAt, acts.limits))) return
    const isRenewed = await acts.refresh().catch(() => false)
    // Use the start time, because activity during the refresh is not covered by it.
    if (isRenewed) writeActivity({ ...read(), refreshedAt: triedAt })
  }
  const locks: LockManager | undefined = navigator.locks
  await (locks ? locks.request('gridbill-stay', { ifAvailable: true }, (lock) => lock && renew()) : renew())
  isRenewing = false
}

/** The user signs out in every tab. */
export const signOff = () => endSession('left', true, true)

function endSession(why: EndReason, isImmediate: boolean, isToBeEnded: boolean) {
  show({ is: isImmediate ? 'gone' : 'loggedOut' })
  acts.clearUserData(why)
  if (isToBeEnded) endActivity(why)
  if (isImmediate) leaveAfterLogOut(why, isToBeEnded)
  else if (isToBeEnded) void logOut()
}

/** Signs out, but stops waiting for a server that does not answer. */
const logOut = () => Promise.race([acts.logOut().catch(() => undefined), new Promise((done) => setTimeout(done, longestWait))])

function leaveAfterLogOut(why: EndReason | 'before', isToBeEnded = true) {
  const ended = isToBeEnded ? logOut() : Promise.resolve()
  void ended.then(() => acts.leave(why))
}
