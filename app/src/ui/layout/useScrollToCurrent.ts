/**
 * Returns a ref for a strip that scrolls sideways. Scrolls the current item to the middle of the strip, without scrolling the page,
 * whenever `about` changes. If the keyboard is at another item, that item stays in view instead, for example while counts arrive.
 */
import { type RefObject, useEffect, useRef } from 'react'

const currentSelector = '[aria-current], [aria-checked="true"], [aria-pressed="true"]'

export function useScrollToCurrent<Strip extends HTMLElement>(about: string): RefObject<Strip | null> {
  const strip = useRef<Strip>(null)
  useEffect(() => {
    const { current: element } = strip
    if (!element) return
    const scrollToCurrent = () => {
      const one = element.querySelector(':focus') ?? element.querySelector(currentSelector)
      if (!one || element.scrollWidth <= element.clientWidth) return
      const [around, inside] = [element.getBoundingClientRect(), one.getBoundingClientRect()]
      element.scrollLeft += inside.left + inside.width / 2 - around.left - around.width / 2
    }
    // The observer also fires after the first layout, so that nothing here forces a layout. It fires again when a phone is rotated,
    // the window is resized, or the font arrives and the items become wider.
    const resized = new ResizeObserver(scrollToCurrent)
    for (const one of [element, ...element.children]) resized.observe(one)
    return () => resized.disconnect()
  }, [about])
  return strip
}
