/** A thing and, quieter, what belongs to it; marked where it needs somebody. */
import type { ReactNode } from 'react'
import styles from './BulkAccounts.module.css'

export function TwoLines({ first, second, isWarning = false }: { first: ReactNode; second: ReactNode; isWarning?: boolean }) {
  return (
    <>
      {first}
      {second && <span className={isWarning ? styles.warning : styles.second}>{second}</span>}
    </>
  )
}
