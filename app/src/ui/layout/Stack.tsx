/**
 * Elements with a gap between them, in steps of the scale of distances. 'along' is a row that wraps. `isGrid` makes equal columns
 * that wrap.
 */
import type { ReactNode } from 'react'
import styles from './Stack.module.css'

interface Props {
  children: ReactNode
  gap?: 1 | 2 | 3 | 4 | 5 | 6 | 8 | undefined
  direction?: 'down' | 'along' | undefined
  align?: 'start' | 'center' | 'end' | 'stretch' | undefined
  isSpread?: boolean | undefined
  isGrid?: boolean | undefined
}

export function Stack({ children, gap = 4, direction = 'down', align, isSpread, isGrid }: Props) {
  return (
    <div
      className={styles.stack}
      data-direction={direction}
      data-spread={isSpread || undefined}
      data-grid={isGrid || undefined}
      style={{ gap: `var(--s${gap})`, alignItems: align }}
    >
      {children}
    </div>
  )
}
