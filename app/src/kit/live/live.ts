/**
 * Changes reach every open page as they happen. A browser has one stream for all its tabs: the tab that holds the lock has
 * it, and tells the others. Lock and channel are named by the session, so no tab hears what is another person's.
 */

import { changedElsewhere, hearFromNow, outdate, readOutdated } from '../call/fresh'
import { readActivity } from '../session/activity'
import { openStream, type Told } from './stream'

/** Of a page that was out of sight, or beside another window. */
const signsOfLooking = ['visibilitychange', 'focus'] as const
/** Milliseconds without a sign of life, of which there are four a minute: the connection is dead, or the tab that has it sleeps. */
const longestSilence = 40_000
const checkEvery = 10_000

/** Listens until it is told to stop. */
export function listen(): () => void {
  const session = readActivity()?.session
  const name = `gridbill-live-${session}`
  const locks: LockManager | undefined = session && 'BroadcastChannel' in globalThis ? navigator.locks : undefined
  const channel = locks && new BroadcastChannel(name)
  const stopped = new AbortController()
  const open = new Set<() => void>()
  let heardAt = Date.now()
  /** A stream whose place was taken by newer ones of the same session comes back when somebody looks at the page. */
  let isReplaced = false

  const hear = (told: Told) => {
    heardAt = Date.now()
    isReplaced = told.is === 'replaced'
    if (told.is === 'changed') changedElsewhere(told.changed)
    else if (told.is === 'begun') void hearFromNow()
    else if (told.is === 'anything') outdate()
    else if (told.is === 'beat') readOutdated()
  }
  /** Has the stream, for all tabs, until it is closed. */
  const begin = (hasMissed: boolean) => {
    const tell = (told: Told) => {
      channel?.postMessage(told)
      hear(told)
    }
    const close = openStream(tell, hasMissed)
    open.add(close)
    return () => {
      close()
      open.delete(close)
    }
  }
  /** Has the stream from when the lock is granted until the page stops listening, or another tab takes the lock. */
  const lead = async (manager: LockManager, options: LockOptions, hasMissed: boolean) => {
    let end = () => {}
    const granted = (lock: Lock | null) => {
      if (stopped.signal.aborted) return
      // Another tab has the stream: this one hears what it tells.
      if (!lock) return void hearFromNow()
      const close = begin(hasMissed)
      return new Promise<void>((resolve) => {
        end = () => {
          close()
          resolve()
        }
        stopped.signal.addEventListener('abort', end)
      })
    }
    await manager.request(name, options, granted).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    })
    end()
  }
  const takePart = async (manager: LockManager) => {
    await lead(manager, { ifAvailable: true }, false)
    // Nobody had the stream for a moment before this tab was next.
    while (!stopped.signal.aborted) await lead(manager, { signal: stopped.signal }, true)
  }
  const takeOver = () => {
    heardAt = Date.now()
    isReplaced = false
    if (locks) return void lead(locks, { steal: true }, true)
    for (const close of open) close()
    begin(true)
  }
  const isSilent = () => Date.now() - heardAt > longestSilence
  const isVisible = () => document.visibilityState === 'visible'
  const look = () => {
    if (isVisible() && (isReplaced || isSilent())) takeOver()
  }
  const check = setInterval(() => {
    if (isVisible() && !isReplaced && isSilent()) takeOver()
  }, checkEvery)

  for (const sign of signsOfLooking) addEventListener(sign, look)
  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => hear(data))
  if (locks) void takePart(locks)
  else begin(false)
  return () => {
    stopped.abort()
    clearInterval(check)
    for (const sign of signsOfLooking) removeEventListener(sign, look)
    for (const close of open) close()
    channel?.close()
  }
}
