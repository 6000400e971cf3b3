/** Ref for a strip that scrolls sideways. It scrolls the current item to the middle of the strip, without scrolling the page. */
import { type RefObject, useEffect, useRef } from 'react'

const isCurrent = '[aria-current], [aria-checked="true"], [aria-pressed="true"]'

export function useInSight<Strip extends HTMLElement>(about: string): RefObject<Strip | null> {
  const strip = useRef<Strip>(null)
  useEffect(() => {
    const { current: element } = strip
    if (!element) return
    const bring = () => {
      const one = element.querySelector(isCurrent)
      if (!one || element.scrollWidth <= element.clientWidth) return
      const [around, inside] = [element.getBoundingClientRect(), one.getBoundingClientRect()]
      element.scrollLeft += inside.left + inside.width / 2 - around.left - around.width / 2
    }
    // The observer also fires once after the initial layout, so nothing here forces a layout. It fires again when a phone is rotated or the
    // window is resized.
    const resized = new ResizeObserver(bring)
    resized.observe(element)
    return () => resized.disconnect()
  }, [about])
  return strip
}
