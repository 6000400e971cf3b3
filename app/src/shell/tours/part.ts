/**
 * Loads the guided tours and the welcome, with their words. The frame renders without them. They load when the browser is idle, or
 * together with the screen if the welcome will appear.
 */
import { useEffect, useState } from 'react'
import { deferCode } from '~/ui/base/deferred'
import { whenIdle } from '~/ui/base/whenIdle'
import { withWords } from '~/words/store'

const part = deferCode(
  withWords(['tours'], async () => {
    const { Tours, helpItems } = await import('./Tours')
    return { Tours, helpItems }
  }),
)

let isWanted = false

/** Loads the tours immediately, for users who will see the welcome. */
export function fetchTours() {
  isWanted = true
  void part.fetch()
}

/** Returns the loaded code of the tours; undefined until then, and after a failure. */
export function useTours() {
  const [, setCome] = useState(false)
  useEffect(() => {
    const come = () => void part.fetch().then(setCome)
    if (isWanted) come()
    else whenIdle(come)
  }, [])
  return part.now()
}
