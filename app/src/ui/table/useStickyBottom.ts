/** Reserves the height of a bar at the bottom in --bottom-bar, and so in --sticky-bottom, so that the bar never covers the focus. */
import { type RefObject, useLayoutEffect } from 'react'

export function useStickyBottom(bar: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => root.setProperty('--bottom-bar', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.removeProperty('--bottom-bar')
    }
  }, [bar])
}
