/** Figures over a list, each the way to what it counts, and when they were read. */
import type { ReactNode } from 'react'
import { type Instant, instantShown } from '../../core/core'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from './Figures.module.css'

export function Figures({ asOf, children }: { asOf: Instant | undefined; children: ReactNode }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  return (
    <div>
      <div className={styles.figures}>{children}</div>
      <p className={styles.asOf}>{asOf && t('list.asOf', { when: instantShown(asOf, language) })}</p>
    </div>
  )
}
