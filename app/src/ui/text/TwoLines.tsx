/**
 * A value with details in smaller text below it, marked if it needs attention. Compact rows place the details next to the value:
 * `extra` is left out if it does not fit, and `short` replaces `second`, either completely or not at all.
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
    // compact rows place both on one line
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
