/** A changed value: the old value, struck through, and the new value. */
import { ArrowRight } from 'lucide-react'
import { VisuallyHidden } from '~/ui/text/VisuallyHidden'
import { useTranslation } from '~/words/useTranslation'
import styles from './Changed.module.css'

interface Props {
  before: string
  after: string
}

export function Changed({ before, after }: Props) {
  const { t } = useTranslation('registrationStaff')
  const empty = t('changed.empty')
  return (
    <span className={styles.changed}>
      <VisuallyHidden>{t('changed.was')} </VisuallyHidden>
      <del className={styles.before}>{before || empty}</del>
      <ArrowRight className={styles.arrow} aria-hidden="true" />
      <VisuallyHidden> {t('changed.is')} </VisuallyHidden>
      <ins className={styles.after}>{after || empty}</ins>
    </span>
  )
}
