/** The stream of changes from the server. It reconnects whenever the connection is cut. */

import type { Changed } from '../../core/generatedData'
import { pathOf } from '../call/api'

export type StreamEvent =
  | { is: 'changed'; changed: Changed }
  /** The first connection is open: from now on, changes are reported. */
  | { is: 'begun' }
  /** Changes may have been missed. */
  | { is: 'anything' }
  /** The connection is alive, without any change. */
  | { is: 'beat' }
  | { is: 'cut' }
  /** Newer streams of the same session replaced this stream, which does not reconnect. */
  | { is: 'replaced' }

/** Milliseconds over which pages spread their reconnecting and reading, so that they do not all do it at the same moment. */
const spread = 2_000
/** Minimum milliseconds before the next attempt after a failed one. */
const failedPause = 3_000

/** Opens the stream. The returned function closes it. */
export function openStream(notify: (event: StreamEvent) => void, hasMissed: boolean): () => void {
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
      timer = setTimeout(() => notify({ is: 'anything' }), spread * Math.random())
    })
    source.addEventListener('replaced', () => {
      close()
      notify({ is: 'replaced' })
    })
    // Replaces the browser's own reconnecting, which would bring all pages back after the same pause.
    source.addEventListener('error', () => {
      close()
      clearTimeout(timer)
      hasMissed = true
      notify({ is: 'cut' })
      timer = setTimeout(connect, (isOpen ? 0 : failedPause) + spread * Math.random())
    })
  }
  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
