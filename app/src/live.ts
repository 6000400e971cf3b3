/** Changes reach every open page as they happen, and what it shows of them is read again. */
import type { Changed, Topic } from './first'
import { readAgain } from './fresh'

/** Of a page that was out of sight, or beside another window. */
const signsOfLooking = ['visibilitychange', 'focus'] as const

/**
 * Listens until it is told to stop. The browser reconnects; after a refused connection we do. A page whose place was taken by
 * newer ones of the same session connects when somebody looks at it again.
 */
export function listen(): () => void {
  let stream: EventSource | undefined
  let isStopped = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** Something may have been missed, until everything has been read again. */
  let hasMissed = false
  let isCut = false
  let changed = new Set<Topic>()
  // Many changes at once are read once.
  const soon = () => {
    waiting ??= setTimeout(() => {
      waiting = undefined
      const topics = hasMissed ? undefined : [...changed]
      // What is read while the stream is cut says nothing of what comes before it is there again.
      hasMissed = isCut
      changed = new Set()
      readAgain(topics).catch(() => {
        hasMissed = true
      })
    }, 150)
  }
  const catchUp = () => {
    if (hasMissed) soon()
  }
  const everything = () => {
    hasMissed = true
    soon()
  }
  const connect = () => {
    if (isStopped) return
    const source = new EventSource('/portal/api/v1/Live')
    stream = source
    source.addEventListener('open', () => {
      isCut = false
      catchUp()
    })
    source.addEventListener('beat', catchUp)
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => {
      for (const topic of (JSON.parse(data) as Changed).topics) changed.add(topic)
      soon()
    })
    source.addEventListener('anything', everything)
    source.addEventListener('replaced', () => {
      isCut = true
      source.close()
      for (const sign of signsOfLooking) addEventListener(sign, lookedAt)
    })
    source.addEventListener('error', () => {
      hasMissed = isCut = true
      // Not all pages at the same moment.
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 3_000 + 4_000 * Math.random())
    })
  }
  const ignoreLooks = () => {
    for (const sign of signsOfLooking) removeEventListener(sign, lookedAt)
  }
  const lookedAt = () => {
    if (document.visibilityState !== 'visible') return
    ignoreLooks()
    connect()
    everything()
  }
  connect()
  return () => {
    isStopped = true
    ignoreLooks()
    clearTimeout(waiting)
    stream?.close()
  }
}
