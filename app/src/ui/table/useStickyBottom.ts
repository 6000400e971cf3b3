/* useStickyBottom(bar)  what sticks to the bottom reserves its height in --sticky-bottom: nothing that has the focus is ever under it */
import { type RefObject, useLayoutEffect } from 'react'

export function useStickyBottom(bar: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => root.setProperty('--sticky-bottom', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.removeProperty('--sticky-bottom')
    }
  }, [bar])
}
