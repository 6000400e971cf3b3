/** The message of an empty list or page: it has nothing yet, nothing matches, or it failed to load. */
import { CloudOff, Inbox, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

interface Props {
  kind: 'nothing' | 'unmatched' | 'failed'
  title: string
  children?: ReactNode
  action?: ReactNode
}

const icons = { nothing: Inbox, unmatched: SearchX, failed: CloudOff } as const

export function EmptyState({ kind, title, children, action }: Props) {
  const Icon = icons[kind]
  return (
    <div className={styles.empty} data-tone={kind === 'failed' ? 'bad' : 'neutral'} role={kind === 'failed' ? 'alert' : undefined}>
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.body}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
