/** Watches over the session of this tab together with the other tabs, and tells what is to be shown. */
import { atom, getDefaultStore } from 'jotai'
import { type Activity, beginActivity, endActivity, onActivity, readActivity, writeActivity } from './activity'
import { goesOn, isRefreshDue, type Limits, standing } from './idle'
import { loadAnew } from './unload'

/** `gone`: on the way to the sign-in page, and nothing of the old page is shown. */
export type Shown = { is: 'active' } | { is: 'warned'; secondsLeft: number } | { is: 'loggedOut' } | { is: 'gone' }

type Why = 'idle' | 'left'

interface Acts {
  limits: Limits
  /** Renews the session; false when it is over, which leads to the sign-in page by itself. */
  refresh: () => Promise<boolean>
  /** Ends it on the server, as well as that can be heard. */
  logOut: () => Promise<unknown>
  /** What is kept of the person in this page goes. */
  forget: (why: Why) => void
  /** To the sign-in page. The person may have signed out before this page was opened, and now wants to come in. */
  leave: (why: Why | 'before') => void
}

/** Real signs of a person; scrolling is none, since a list that grows scrolls too. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const
/** Milliseconds before an unheard refresh is tried again. */
const retryAfter = 15_000
/** Milliseconds that signing out may take before the sign-in page is opened all the same. */
const longestWait = 5_000

/** Read by everybody, written here. */
export const idleAtom = atom<Shown>({ is: 'active' })
const store = getDefaultStore()
let latest: Activity
let acts: Acts
let notedAt = 0
let triedAt = 0
let isRenewing = false
let pointer = ''

const isShown = (is: Shown['is']) => store.get(idleAtom).is === is
export const isOver = () => isShown('gone') || isShown('loggedOut')

function show(next: Shown) {
  if (JSON.stringify(next) !== JSON.stringify(store.get(idleAtom))) store.set(idleAtom, next)
}

/** What all tabs know; what this one knows where the store was emptied. */
const read = () => readActivity() ?? writeActivity(latest)

/** Takes part in the session that this browser is in. False when it is over: then nothing may be drawn. */
export function watchIdle(given: Acts): boolean {
  acts = given
  const before = readActivity()
  if (before && !goesOn(before, Date.now(), acts.limits)) {
    latest = before
    show({ is: 'gone' })
    endActivity('idle')
    // One that had ended was perhaps not heard to end.
    leaveAfterLogOut(before.ended === 'left' ? 'before' : 'idle')
    return false
  }
  latest = before ? writeActivity({ ...before, at: Date.now() }) : beginActivity()
  for (const sign of signs) window.addEventListener(sign, note, { passive: true, capture: true })
  setInterval(look, 1000)
  onActivity(look)
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  // The picture that the browser keeps of a page that it puts aside shows nothing, until it is clear that it may.
  const hide = () => {
    document.body.style.visibility = 'hidden'
  }
  const showAgain = () => {
    look()
    document.body.style.visibility = ''
  }
  window.addEventListener('pagehide', hide)
  document.addEventListener('freeze', hide)
  window.addEventListener('pageshow', showAgain)
  document.addEventListener('resume', showAgain)
  return true
}

function look() {
  if (isShown('gone')) return
  const activity = read()
  const now = standing(latest.session, activity, Date.now(), acts.limits)
  if (now.is === 'replaced') {
    show({ is: 'gone' })
    loadAnew()
  } else if (isShown('loggedOut')) return
  else if (now.is === 'over') over(now.why, now.isLate || now.why === 'left', now.isToBeEnded)
  else {
    latest = activity
    show(now)
    if (now.is === 'active' && isRefreshDue(activity, Date.now(), acts.limits)) void refreshOnce()
  }
}

/** Something was done. In the last minute only the dialogue's own button counts, which it takes a person to find. */
function note(event: Event) {
  if (event instanceof PointerEvent && event.type === 'pointermove') {
    // The page moved under a pointer that rests.
    const place = `${event.screenX} ${event.screenY}`
    if (place === pointer) return
    pointer = place
  }
  if (Date.now() - notedAt < 1000) return
  look()
  if (!isShown('active')) return
  notedAt = Date.now()
  latest = writeActivity({ ...read(), at: notedAt })
}

/** The person answers the countdown, for every tab. */
export function stay() {
  look()
  if (!isShown('warned')) return
  latest = writeActivity({ ...read(), at: Date.now() })
  show({ is: 'active' })
  void refreshOnce(true)
}

/**
 * One tab renews for all: while it does, the others don't wait for their turn, since what it wrote may reach their store a
 * little later than its lock; a second later they see whether it is still due. What was not heard signs nobody out, and is
 * tried again.
 */
async function refreshOnce(isAsked = false) {
  if (isRenewing || (!isAsked && Date.now() - triedAt < retryAfter)) return
  isRenewing = true
  const renew = async () => {
    triedAt = Date.now()
    if (isOver() || (!isAsked && !isRefreshDue(read(), triedAt, acts.limits))) return
    const isRenewed = await acts.refresh().catch(() => false)
    // What was done while it was under way is not in it.
    if (isRenewed) writeActivity({ ...read(), refreshedAt: triedAt })
  }
  const locks: LockManager | undefined = navigator.locks
  await (locks ? locks.request('gridbill-stay', { ifAvailable: true }, (lock) => lock && renew()) : renew())
  isRenewing = false
}

/** The person signs out, of every tab. */
export const signOff = () => over('left', true, true)

function over(why: Why, isImmediate: boolean, isToBeEnded: boolean) {
  show({ is: isImmediate ? 'gone' : 'loggedOut' })
  acts.forget(why)
  if (isToBeEnded) endActivity(why)
  if (isImmediate) leaveAfterLogOut(why, isToBeEnded)
  else if (isToBeEnded) void logOut()
}

/** A server that is not heard keeps nobody from leaving. */
const logOut = () => Promise.race([acts.logOut().catch(() => undefined), new Promise((done) => setTimeout(done, longestWait))])

function leaveAfterLogOut(why: Why | 'before', isToBeEnded = true) {
  const ended = isToBeEnded ? logOut() : Promise.resolve()
  void ended.then(() => acts.leave(why))
}
