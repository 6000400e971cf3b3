/**
 * Live updates. All tabs of a browser share one stream: the tab that holds a lock opens it and forwards its events. The
 * names of the lock and the channel contain the session's id, so a tab never receives another user's events.
 */

import { readActivity } from '~/core/activity'
import { applyLiveChange, markStale, refetchOlderThanStream, refetchStale } from '../call/refetch'
import { openStream, type StreamEvent } from './stream'

/** Events after which the user may be looking at the page again. */
const returnEvents = ['visibilitychange', 'focus'] as const
/**
 * Milliseconds without an event after which the connection counts as lost, or the tab that holds it as asleep. The
 * server sends four heartbeats a minute.
 */
const maxSilence = 40_000
const checkInterval = 10_000

/** Starts listening. `refreshSession` is for the stream. The returned function stops it. */
export function listen(refreshSession: () => Promise<void>): () => void {
  const session = readActivity()?.session
  const name = `gridbill-live-${session}`
  const locks: LockManager | undefined = session && 'BroadcastChannel' in globalThis ? navigator.locks : undefined
  const channel = locks && new BroadcastChannel(name)
  const stopped = new AbortController()
  const openStreams = new Set<() => void>()
  let lastEventAt = Date.now()
  /** Whether newer streams of the same session replaced this one. It reconnects when the user returns to the page. */
  let isReplaced = false

  const handle = (event: StreamEvent) => {
    lastEventAt = Date.now()
    isReplaced = event.is === 'replaced'
    if (event.is === 'changed') applyLiveChange(event.changed)
    else if (event.is === 'begun') void refetchOlderThanStream()
    else if (event.is === 'anything') markStale()
    else if (event.is === 'beat') refetchStale()
  }
  /** Opens the stream for all tabs. The returned function closes it. */
  const openForAllTabs = (hasMissed: boolean) => {
    const forward = (event: StreamEvent) => {
      channel?.postMessage(event)
      handle(event)
    }
    const close = openStream(forward, hasMissed, refreshSession)
    openStreams.add(close)
    return () => {
      close()
      openStreams.delete(close)
    }
  }
  /** Requests the lock and holds the stream until the page stops listening or another tab steals the lock. */
  const holdStream = async (manager: LockManager, options: LockOptions, hasMissed: boolean) => {
    let end = () => {}
    const granted = (lock: Lock | null) => {
      if (stopped.signal.aborted) return
      // Another tab holds the stream and forwards its events.
      if (!lock) return void refetchOlderThanStream()
      const close = openForAllTabs(hasMissed)
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
  const shareStream = async (manager: LockManager) => {
    await holdStream(manager, { ifAvailable: true }, false)
    // Until this tab got the lock, no tab had a stream, so events may have been missed.
    while (!stopped.signal.aborted) await holdStream(manager, { signal: stopped.signal }, true)
  }
  const reopenStream = () => {
    lastEventAt = Date.now()
    isReplaced = false
    if (locks) return void holdStream(locks, { steal: true }, true)
    for (const close of openStreams) close()
    openForAllTabs(true)
  }
  const isSilent = () => Date.now() - lastEventAt > maxSilence
  const isVisible = () => document.visibilityState === 'visible'
  const checkOnReturn = () => {
    if (isVisible() && (isReplaced || isSilent())) reopenStream()
  }
  const check = setInterval(() => {
    if (isVisible() && !isReplaced && isSilent()) reopenStream()
  }, checkInterval)

  for (const returnEvent of returnEvents) addEventListener(returnEvent, checkOnReturn)
  channel?.addEventListener('message', ({ data }: MessageEvent<StreamEvent>) => handle(data))
  if (locks) void shareStream(locks)
  else openForAllTabs(false)
  return () => {
    stopped.abort()
    clearInterval(check)
    for (const returnEvent of returnEvents) removeEventListener(returnEvent, checkOnReturn)
    for (const close of openStreams) close()
    channel?.close()
  }
}
