/* useInSight(about)  a ref for a strip that scrolls sideways: what is current in it is brought into its middle, and the page stays where it is */
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
    // Told once at the beginning too, when the page has its layout: to ask for it here would make it twice. Later by a phone that
    // is turned, or a window that is made narrower.
    const resized = new ResizeObserver(bring)
    resized.observe(element)
    return () => resized.disconnect()
  }, [about])
  return strip
}
