/**
 * Live updates. All tabs of a browser share a single stream: the tab that holds a lock opens it and forwards its
 * events. Lock and channel contain the session's id, so a tab never receives another user's events.
 */

import { applyLiveChange, markStale, refetchOlderThanStream, refetchStale } from '../call/refetch'
import { readActivity } from '../session/activity'
import { openStream, type StreamEvent } from './stream'

/** Events that show that the user may be looking at the page again. */
const signsOfLooking = ['visibilitychange', 'focus'] as const
/**
 * Milliseconds without an event after which the connection counts as dead, or the tab that holds it as asleep. The
 * server sends four beats a minute.
 */
const longestSilence = 40_000
const checkEvery = 10_000

/** Starts listening. The returned function stops it. */
export function listen(): () => void {
  const session = readActivity()?.session
  const name = `gridbill-live-${session}`
  const locks: LockManager | undefined = session && 'BroadcastChannel' in globalThis ? navigator.locks : undefined
  const channel = locks && new BroadcastChannel(name)
  const stopped = new AbortController()
  const open = new Set<() => void>()
  let heardAt = Date.now()
  /** The server closed this stream in favour of newer ones of the same session. It reconnects when the user looks at the page. */
  let isReplaced = false

  const handle = (event: StreamEvent) => {
    heardAt = Date.now()
    isReplaced = event.is === 'replaced'
    if (event.is === 'changed') applyLiveChange(event.changed)
    else if (event.is === 'begun') void refetchOlderThanStream()
    else if (event.is === 'anything') markStale()
    else if (event.is === 'beat') refetchStale()
  }
  /** Opens the stream for all tabs. The returned function closes it. */
  const begin = (hasMissed: boolean) => {
    const forward = (event: StreamEvent) => {
      channel?.postMessage(event)
      handle(event)
    }
    const close = openStream(forward, hasMissed)
    open.add(close)
    return () => {
      close()
      open.delete(close)
    }
  }
  /** Requests the lock and holds the stream until the page stops listening or another tab steals the lock. */
  const lead = async (manager: LockManager, options: LockOptions, hasMissed: boolean) => {
    let end = () => {}
    const granted = (lock: Lock | null) => {
      if (stopped.signal.aborted) return
      // Another tab holds the stream and forwards its events.
      if (!lock) return void refetchOlderThanStream()
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
    // Before this tab got the lock, no tab had a stream for a moment, so events may have been missed.
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
  channel?.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => handle(data))
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
