/** A status as icon, word and colour. Each is sufficient without the others. */
import { AlertTriangle, CheckCircle2, CircleDashed, Clock3, OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './StatusBadge.module.css'

export type Tone = 'neutral' | 'progress' | 'good' | 'warning' | 'bad'

export const toneIcon = {
  neutral: CircleDashed,
  progress: Clock3,
  good: CheckCircle2,
  warning: AlertTriangle,
  bad: OctagonAlert,
} as const satisfies Record<Tone, unknown>

interface Props {
  tone: Tone
  children: ReactNode
}

export function StatusBadge({ tone, children }: Props) {
  const Icon = toneIcon[tone]
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon className={styles.icon} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
