/**
 * Loads guided tours and the welcome with their words. The frame renders without them. They load when the browser is idle, or with
 * the screen if they will be shown immediately.
 */
import { useEffect, useState } from 'react'
import { deferCode } from '../../ui/base/deferred'
import { whenIdle } from '../../ui/base/whenIdle'
import { withWords } from '../../words/store'

const part = deferCode(
  withWords(['tours'], async () => {
    const { Tours, helpItems } = await import('./Tours')
    return { Tours, helpItems }
  }),
)

let isWanted = false

/** Loads the tours immediately, because the welcome is the main content for a newcomer. */
export function fetchTours() {
  isWanted = true
  void part.fetch()
}

/** Returns undefined until loaded. If loading fails, no tours are offered. */
export function useTours() {
  const [, setCome] = useState(false)
  useEffect(() => {
    const come = () => void part.fetch().then(setCome)
    if (isWanted) come()
    else whenIdle(come)
  }, [])
  return part.now()
}
