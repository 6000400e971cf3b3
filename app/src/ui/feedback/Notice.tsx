/**
 * A banner in the page. Set `isAnnounced` if it appears in response to an action. Tone "bad" interrupts screen readers, other tones
 * do not.
 */
import { CircleCheck, Clock3, Info, type LucideIcon, OctagonAlert, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import styles from './Notice.module.css'
import type { Tone } from './StatusBadge'

const icons = { neutral: Info, progress: Clock3, good: CircleCheck, warning: TriangleAlert, bad: OctagonAlert } as const satisfies Record<
  Tone,
  unknown
>

interface Props {
  tone?: Tone | undefined
  /** Replaces the icon of the tone. */
  icon?: LucideIcon | undefined
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  isAnnounced?: boolean | undefined
  onClose?: (() => void) | undefined
}

export function Notice({ tone = 'neutral', icon: Icon = icons[tone], title, children, actions, isAnnounced, onClose }: Props) {
  const words = useUiWords()
  const role = isAnnounced ? (tone === 'bad' ? 'alert' : 'status') : undefined
  return (
    <div className={styles.notice} data-tone={tone} role={role}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {onClose && <Button mode="ghost" size="small" icon={<X />} label={words.close} onPress={onClose} />}
    </div>
  )
}
