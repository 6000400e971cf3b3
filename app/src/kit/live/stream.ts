/** The stream of changes from the server. It reconnects when the connection is lost. */

import type { Changed } from '~/core/generatedData'
import { pathOf } from '../call/api'

export type StreamEvent =
  | { is: 'changed'; changed: Changed }
  /** The first connection is open. From now on, changes are reported. */
  | { is: 'begun' }
  /** Changes may have been missed. */
  | { is: 'anything' }
  /** A heartbeat: the connection is alive. */
  | { is: 'beat' }
  /** The connection was lost. */
  | { is: 'cut' }
  /** Newer streams of the same session replaced this one, which does not reconnect. */
  | { is: 'replaced' }

/** Maximum random delay of reconnecting and refetching, in milliseconds, so that pages do not all do it at the same moment. */
const maxRandomDelay = 2_000
/** Minimum milliseconds between a failed connection and the next attempt. */
const failedPause = 3_000

/**
 * Opens the stream. `hasMissed` says whether earlier events may have been missed. `refresh` refreshes the session: while a user only
 * looks at the page, no call does it, and the server refuses the expired access token. The returned function closes the stream.
 */
export function openStream(notify: (event: StreamEvent) => void, hasMissed: boolean, refresh: () => Promise<void>): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => {
    source = new EventSource(pathOf('Live'))
    const close = source.close.bind(source)
    let isOpen = false
    source.addEventListener('open', () => {
      isOpen = true
      notify({ is: hasMissed ? 'anything' : 'begun' })
      hasMissed = false
    })
    source.addEventListener('beat', () => notify({ is: 'beat' }))
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => notify({ is: 'changed', changed: JSON.parse(data) as Changed }))
    source.addEventListener('anything', () => {
      timer = setTimeout(() => notify({ is: 'anything' }), maxRandomDelay * Math.random())
    })
    source.addEventListener('replaced', () => {
      close()
      notify({ is: 'replaced' })
    })
    // Reconnects here, because the browser would reconnect all pages after the same pause.
    source.addEventListener('error', () => {
      close()
      clearTimeout(timer)
      hasMissed = true
      notify({ is: 'cut' })
      if (!isOpen) void refresh()
      timer = setTimeout(connect, (isOpen ? 0 : failedPause) + maxRandomDelay * Math.random())
    })
  }
  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
