/** The decision about a record: next to its facts where there is room, otherwise below them. `ToDecision` links to it. */
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

/** Link that skips to the decision: visible if the decision is below the facts, otherwise only for keyboard users. */
export function ToDecision() {
  const { t } = useTranslation('list')
  return (
    <a
      className={styles.toDecision}
      href={`#${id}`}
      onClick={(event) => {
        // Keeps the fragment out of the address.
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
