/*
 * TwoLines({ first, second, extra?, short?, isWarning? })   Second({ isWarning?, children })
 * A value and, quieter under it, what belongs to it; marked where it needs somebody. Rows of one line have all of it beside one another:
 * `extra` is left out there when there is no room for it, and `short` stands there instead of `second`, whole or not at all.
 */
import type { ReactNode } from 'react'
import styles from './TwoLines.module.css'

interface Props {
  first: ReactNode
  second: ReactNode
  extra?: string | null | undefined
  short?: string
  isWarning?: boolean
}

export function TwoLines({ first, second, extra, short, isWarning }: Props) {
  return (
    // a list of compact rows puts them beside one another
    <span className={styles.lines} data-lines="">
      <span>{first}</span>{' '}
      {(second || extra) && <Second isWarning={isWarning}>{extra ? <Two first={second} extra={extra} /> : second}</Second>}
      {short && (
        <span className={styles.short} data-short="" aria-hidden="true">
          {short}
        </span>
      )}
    </span>
  )
}

function Two({ first, extra }: { first: ReactNode; extra: string }) {
  return (
    <>
      {first && <span>{first}</span>}{' '}
      <span className={first ? styles.after : undefined} data-extra="">
        {extra}
      </span>
    </>
  )
}

export function Second({ isWarning = false, children }: { isWarning?: boolean | undefined; children: ReactNode }) {
  return (
    <span className={styles.second} data-second="" data-warning={isWarning || undefined}>
      {children}
    </span>
  )
}
