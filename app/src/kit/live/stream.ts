/** The stream of changes from the server, connected again whenever it is cut. */

import type { Changed } from '../../core/plain'
import { pathOf } from '../call/api'

export type Told =
  | { is: 'changed'; changed: Changed }
  /** The first connection is there: what changes is told from now on. */
  | { is: 'begun' }
  /** Something may have been missed. */
  | { is: 'anything' }
  /** Nothing, but the stream goes on. */
  | { is: 'beat' }
  | { is: 'cut' }
  /** Newer streams of the same session took the place of this one, which does not connect again. */
  | { is: 'replaced' }

/** Milliseconds within which all pages come back, or read again: never at the same moment. */
const spread = 2_000
/** The least number of milliseconds until the next attempt after one that failed. */
const failedPause = 3_000

/** Opens the stream, until it is closed by what this returns. */
export function openStream(tell: (told: Told) => void, hasMissed: boolean): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => {
    source = new EventSource(pathOf('Live'))
    const close = source.close.bind(source)
    let isOpen = false
    source.addEventListener('open', () => {
      isOpen = true
      tell({ is: hasMissed ? 'anything' : 'begun' })
      hasMissed = false
    })
    source.addEventListener('beat', () => tell({ is: 'beat' }))
    source.addEventListener('changed', ({ data }: MessageEvent<string>) => tell({ is: 'changed', changed: JSON.parse(data) as Changed }))
    source.addEventListener('anything', () => {
      timer = setTimeout(() => tell({ is: 'anything' }), spread * Math.random())
    })
    source.addEventListener('replaced', () => {
      close()
      tell({ is: 'replaced' })
    })
    // A browser would come back by itself, but all of them after the same pause.
    source.addEventListener('error', () => {
      close()
      clearTimeout(timer)
      hasMissed = true
      tell({ is: 'cut' })
      timer = setTimeout(connect, (isOpen ? 0 : failedPause) + spread * Math.random())
    })
  }
  connect()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
