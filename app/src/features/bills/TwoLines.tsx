import type { ReactNode } from 'react'
import styles from './Bills.module.css'

/** A value, and something smaller that belongs to it. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      {first}
      {second && <span className={styles.second}>{second}</span>}
    </>
  )
}
