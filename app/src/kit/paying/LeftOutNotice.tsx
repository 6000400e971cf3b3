/** Shows how many bills a bulk selection left out, and why. */

import { type LeftOut, numberShown, sentence } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Pay.module.css'

interface Props {
  leftOut: readonly LeftOut[]
  /** Number of bills that were selected. */
  chosen?: number | undefined
  problem?: string | undefined
  onClose: () => void
}

export function LeftOutNotice({ leftOut, chosen, problem, onClose }: Props) {
  const { t } = useTranslation('paying')
  if (problem)
    return (
      <Notice tone="bad" title={t('leftOut.failed')} isAnnounced onClose={onClose}>
        {problem}
      </Notice>
    )
  const count = leftOut.reduce((sum, { count }) => sum + count, 0)
  if (count === 0) return null
  return (
    <Notice
      tone="warning"
      title={
        chosen === undefined
          ? t('leftOut.title', { count, shown: numberShown(count) })
          : t('leftOut.titleOf', { count, shown: numberShown(count), chosen: numberShown(chosen) })
      }
      isAnnounced
      onClose={onClose}
    >
      <Reasons leftOut={leftOut} />
    </Notice>
  )
}

export function Reasons({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  return (
    <ul className={styles.reasons}>
      {leftOut.map(({ reason, count }) => (
        <li key={reason}>
          <strong>{t('bills', { count, shown: numberShown(count) })}</strong> {sentence(reason, language)}
        </li>
      ))}
    </ul>
  )
}
