/** The decision about a record: beside its facts where there is room, after them where there is not. A link leads to it. */
import type { ReactNode } from 'react'
import { useTranslation } from '../../words/useTranslation'
import styles from './Sides.module.css'

const id = 'decision'

export function Decision({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside id={id} tabIndex={-1} className={styles.decision} aria-label={label}>
      {children}
    </aside>
  )
}

/** Past the facts to the decision: shown where it stands below them, elsewhere to the keyboard only. */
export function ToDecision() {
  const { t } = useTranslation('list')
  return (
    <a
      className={styles.toDecision}
      href={`#${id}`}
      onClick={(event) => {
        // The address stays as it is.
        event.preventDefault()
        const decision = document.getElementById(id)
        decision?.focus({ preventScroll: true })
        decision?.scrollIntoView({ block: 'start' })
      }}
    >
      {t('queue.toDecision')}
    </a>
  )
}
