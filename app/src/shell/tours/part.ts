/**
 * Guided tours and the welcome, with their words. The frame is drawn without them; they come once the browser has nothing else to do,
 * and with the screen where they are known to be shown at once.
 */
import { useEffect, useState } from 'react'
import { later } from '../../ui/base/later'
import { whenIdle } from '../../ui/base/whenIdle'
import { withWords } from '../../words/store'

const part = later(
  withWords(['tours'], async () => {
    const { Tours, helpItems } = await import('./Tours')
    return { Tours, helpItems }
  }),
)

let isWanted = false

/** The welcome is the most that a newcomer reads: it does not wait for what the screen fetches beside itself. */
export function fetchTours() {
  isWanted = true
  void part.fetch()
}

/** Undefined until they have come. Where they cannot be fetched, none is offered. */
export function useTours() {
  const [, setCome] = useState(false)
  useEffect(() => {
    const come = () => void part.fetch().then(setCome)
    if (isWanted) come()
    else whenIdle(come)
  }, [])
  return part.now()
}
