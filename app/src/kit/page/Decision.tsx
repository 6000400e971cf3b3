/** The part of a screen with the decision about a record: next to its facts, or below them on a narrow page. `ToDecision` links to it. */
import type { ReactNode } from 'react'
import { useTranslation } from '~/words/useTranslation'
import styles from './Sides.module.css'

const id = 'decision'

export function Decision({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside id={id} tabIndex={-1} className={styles.decision} aria-label={label}>
      {children}
    </aside>
  )
}

/** A link that skips to the decision. It is visible if the decision is below the facts, otherwise only with the focus. */
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
