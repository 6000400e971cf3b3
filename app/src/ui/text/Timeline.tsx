/** A list of events, in the caller's order. */
import type { ReactNode } from 'react'
import { type Tone, toneIcon } from '../feedback/StatusBadge'
import styles from './Timeline.module.css'

export interface TimelineItem {
  id: string
  tone: Tone
  title: ReactNode
  meta?: ReactNode
  children?: ReactNode
}

export function Timeline({ items, label }: { items: readonly TimelineItem[]; label?: string | undefined }) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {items.map(({ id, tone, title, meta, children }) => {
        const Icon = toneIcon[tone]
        return (
          <li key={id} className={styles.item} data-tone={tone}>
            <span className={styles.dot}>
              <Icon aria-hidden="true" />
            </span>
            <div className={styles.words}>
              <p className={styles.title}>{title}</p>
              {meta && <p className={styles.meta}>{meta}</p>}
              {children && <div className={styles.body}>{children}</div>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
