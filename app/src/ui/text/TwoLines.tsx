/**
 * A value with details in smaller text below it. Compact rows have the details next to the value: `extra` is hidden if it does not
 * fit, and `short` replaces `second`. `isWarning` marks details that need attention.
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
    // Compact rows have both on one line.
    <span className={styles.lines} data-lines="">
      <span>{first}</span>{' '}
      {(second || extra) && <Second isWarning={isWarning}>{extra ? <SecondWithExtra first={second} extra={extra} /> : second}</Second>}
      {short && (
        <span className={styles.short} data-short="" aria-hidden="true">
          {short}
        </span>
      )}
    </span>
  )
}

function SecondWithExtra({ first, extra }: { first: ReactNode; extra: string }) {
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
