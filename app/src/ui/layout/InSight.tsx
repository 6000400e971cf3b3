/** Scrolls its children into sight when they appear, because the button that was pressed may be a screen below. */
import { type ReactNode, useEffect, useRef } from 'react'

export function InSight({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return <div ref={box}>{children}</div>
}
