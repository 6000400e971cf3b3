/** A part of a form or page that is closed until the user opens it, or until something in it needs the user. */
import type { ReactNode } from 'react'
import styles from './Fold.module.css'

interface Props {
  title: ReactNode
  /** What is in it, in a few words. */
  summary?: ReactNode
  /** Opens it when it becomes true. */
  isOpen?: boolean
  children: ReactNode
}

export function Fold({ title, summary, isOpen = false, children }: Props) {
  return (
    <details className={styles.fold} open={isOpen || undefined}>
      <summary>
        <span className={styles.title}>{title}</span> {summary && <span className={styles.summary}>{summary}</span>}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
