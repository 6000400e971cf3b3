/** Watches the user's activity in all tabs, and warns about or ends an idle session. */
import { atom, getDefaultStore } from 'jotai'
import { type Activity, beginActivity, endActivity, onActivity, readActivity, writeActivity } from '~/core/activity'
import { idleStateAt, isRefreshDue, isStreamRefreshDue, type Limits, mayContinue } from './idle'
import { reloadPage } from './unload'

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
  /** Redirects to the sign-in page. `before`: the user had signed out before this page opened. */
  leave: (why: EndReason | 'before') => void
}

/** Events that count as activity. Scroll events do not, because a growing list scrolls by itself. */
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const
/** Milliseconds before a failed refresh is retried. */
const retryAfter = 15_000
/** Maximum milliseconds to wait for the sign-out before the sign-in page opens. */
const maxSignOutTime = 5_000

/** Written only in this file. */
export const idleAtom = atom<IdleView>({ is: 'active' })
const store = getDefaultStore()
let latest: Activity
let actions: SessionActions
let recordedAt = 0
let refreshStartedAt = 0
let isRefreshing = false
let pointerPosition = ''

const isShown = (is: IdleView['is']) => store.get(idleAtom).is === is
export const isOver = () => isShown('gone') || isShown('loggedOut')

function show(next: IdleView) {
  if (JSON.stringify(next) !== JSON.stringify(store.get(idleAtom))) store.set(idleAtom, next)
}

/** Returns the shared activity, or this tab's copy if storage was cleared. */
const read = () => readActivity() ?? writeActivity(latest)

/** Joins the browser's current session. Returns false if it is over. Then nothing may be rendered. */
export function watchIdle(given: SessionActions): boolean {
  actions = given
  const before = readActivity()
  if (before && !mayContinue(before, Date.now(), actions.limits)) {
    latest = before
    show({ is: 'gone' })
    endActivity('idle')
    // The sign-out may not have reached the server, so sign out again.
    leaveAfterLogOut(before.ended === 'left' ? 'before' : 'idle')
    return false
  }
  latest = before ? writeActivity({ ...before, at: Date.now() }) : beginActivity()
  for (const activityEvent of activityEvents) window.addEventListener(activityEvent, recordActivity, { passive: true, capture: true })
  setInterval(checkIdle, 1000)
  onActivity(checkIdle)
  document.addEventListener('visibilitychange', checkIdle)
  window.addEventListener('focus', checkIdle)
  // Hides the page while the browser keeps or freezes it, until the session is checked again.
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
  const now = idleStateAt(latest.session, activity, Date.now(), actions.limits)
  if (now.is === 'replaced') {
    show({ is: 'gone' })
    reloadPage()
  } else if (isShown('loggedOut')) return
  else if (now.is === 'over') endSession(now.why, now.isLate || now.why === 'left', now.isToBeEnded)
  else {
    latest = activity
    show(now)
    if (now.is === 'active' && isRefreshDue(activity, Date.now(), actions.limits)) void refreshOnce()
  }
}

/** Records activity. During the last minute only the dialogue's button counts, because it is pressed deliberately. */
function recordActivity(event: Event) {
  if (event instanceof PointerEvent && event.type === 'pointermove') {
    // If the page scrolls under a pointer that does not move, the event has the same position, and is no activity.
    const place = `${event.screenX} ${event.screenY}`
    if (place === pointerPosition) return
    pointerPosition = place
  }
  if (Date.now() - recordedAt < 1000) return
  checkIdle()
  if (!isShown('active')) return
  recordedAt = Date.now()
  latest = writeActivity({ ...read(), at: recordedAt })
}

/** Continues the session in every tab, when the user presses the button of the warning. */
export function continueSession() {
  checkIdle()
  if (!isShown('warned')) return
  latest = writeActivity({ ...read(), at: Date.now() })
  show({ is: 'active' })
  void refreshOnce(isAlwaysDue)
}

/** Refreshes the session for the stream of changes. The user's idle time goes on. */
export const refreshForStream = () => refreshOnce(isStreamRefreshDue)

const isAlwaysDue = () => true

/**
 * Refreshes the session in one tab. Other tabs do not queue for the lock, because the result may reach their storage
 * after the lock is free. They check again a second later. A refresh without an answer is retried, and does not sign the
 * user out.
 */
async function refreshOnce(isDue: typeof isRefreshDue = isRefreshDue) {
  if (isRefreshing || (isDue !== isAlwaysDue && Date.now() - refreshStartedAt < retryAfter)) return
  isRefreshing = true
  const refresh = async () => {
    refreshStartedAt = Date.now()
    if (isOver() || !isDue(read(), refreshStartedAt, actions.limits)) return
    const isRefreshed = await actions.refresh().catch(() => false)
    // The start time counts, because the refresh does not cover later activity.
    if (isRefreshed) writeActivity({ ...read(), refreshedAt: refreshStartedAt })
  }
  const locks: LockManager | undefined = navigator.locks
  await (locks ? locks.request('gridbill-stay', { ifAvailable: true }, (lock) => lock && refresh()) : refresh())
  isRefreshing = false
}

/** Signs the user out in every tab. */
export const signOff = () => endSession('left', true, true)

function endSession(why: EndReason, isImmediate: boolean, isToBeEnded: boolean) {
  show({ is: isImmediate ? 'gone' : 'loggedOut' })
  actions.clearUserData(why)
  if (isToBeEnded) endActivity(why)
  if (isImmediate) leaveAfterLogOut(why, isToBeEnded)
  else if (isToBeEnded) void logOut()
}

/** Signs out on the server, and waits for at most `maxSignOutTime`. */
const logOut = () => Promise.race([actions.logOut().catch(() => undefined), new Promise((done) => setTimeout(done, maxSignOutTime))])

function leaveAfterLogOut(why: EndReason | 'before', isToBeEnded = true) {
  const ended = isToBeEnded ? logOut() : Promise.resolve()
  void ended.then(() => actions.leave(why))
}
