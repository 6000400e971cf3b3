/* useInSight(about)  a ref for a strip that scrolls sideways: what is current in it is brought into its middle, and the page stays where it is */
import { type RefObject, useLayoutEffect, useRef } from 'react'

const isCurrent = '[aria-current], [aria-checked="true"], [aria-pressed="true"]'

export function useInSight<Strip extends HTMLElement>(about: string): RefObject<Strip | null> {
  const strip = useRef<Strip>(null)
  useLayoutEffect(() => {
    const { current: element } = strip
    if (!element) return
    const bring = () => {
      const one = element.querySelector(isCurrent)
      if (!one || element.scrollWidth <= element.clientWidth) return
      const [around, inside] = [element.getBoundingClientRect(), one.getBoundingClientRect()]
      element.scrollLeft += inside.left + inside.width / 2 - around.left - around.width / 2
    }
    bring()
    // A phone that is turned, a window that is made narrower.
    const resized = new ResizeObserver(bring)
    resized.observe(element)
    return () => resized.disconnect()
  }, [about])
  return strip
}
