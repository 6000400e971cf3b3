/*
 * TwoLines({ first, second, isWarning? })   Second({ isWarning?, children })
 * A value and, quieter under it, what belongs to it; marked where it needs somebody.
 */
import type { ReactNode } from 'react'
import styles from './TwoLines.module.css'

export function TwoLines({ first, second, isWarning }: { first: ReactNode; second: ReactNode; isWarning?: boolean }) {
  return (
    // a list of compact rows puts them beside one another
    <span className={styles.lines} data-lines="">
      <span>{first}</span> {second && <Second isWarning={isWarning}>{second}</Second>}
    </span>
  )
}

export function Second({ isWarning = false, children }: { isWarning?: boolean | undefined; children: ReactNode }) {
  return (
    <span className={styles.second} data-second="" data-warning={isWarning || undefined}>
      {children}
    </span>
  )
}
