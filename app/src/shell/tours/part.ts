/** Guided tours and the welcome, with their words. The frame is drawn without them; they come once the browser has nothing else to do. */
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

/** Undefined until they have come. Where they cannot be fetched, none is offered. */
export function useTours() {
  const [, setCome] = useState(false)
  useEffect(() => whenIdle(() => void part.fetch().then(setCome)), [])
  return part.now()
}
