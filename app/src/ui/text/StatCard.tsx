/** A figure that links to its list, and a row of such figures, separated by lines. */
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../base/classes'
import { Link } from '../button/Link'
import { type Tone, toneIcon } from '../feedback/StatusBadge'
import strip from '../layout/Strip.module.css'
import styles from './StatCard.module.css'

interface Props {
  label: ReactNode
  value: ReactNode
  href: string
  meta?: ReactNode
  /** Marks a figure that needs attention, with the tone's icon. */
  tone?: Tone | undefined
}

export function StatCard({ label, value, href, meta, tone }: Props) {
  const Icon = tone && toneIcon[tone]
  return (
    <Link href={href} className={styles.stat} data-tone={tone}>
      <span className={styles.label}>
        {Icon && <Icon className={styles.icon} aria-hidden="true" />}
        {label}
        <ArrowRight className={styles.arrow} aria-hidden="true" />
      </span>
      <span className={styles.value}>{value}</span>
      {meta && <span className={styles.meta}>{meta}</span>}
    </Link>
  )
}

export function StatStrip({ children }: { children: ReactNode }) {
  return (
    <div className={styles.room} data-tour="figures">
      <div className={classes(styles.strip, strip.strip)}>{children}</div>
    </div>
  )
}
