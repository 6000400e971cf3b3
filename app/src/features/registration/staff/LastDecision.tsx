/** What was decided last, by whom, when, and with which words. */
import { instantShown, type RegistrationRow, registrationStatus } from '../../../core/core'
import { Notice } from '../../../ui/feedback/Notice'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from './ActionLog.module.css'
import { useLog } from './useReview'

const decisions = new Set(['approve', 'requestForInfo', 'reject'])

export function LastDecision({ head }: { head: RegistrationRow }) {
  const { t } = useTranslation('registrationStaff')
  const language = useLanguage()
  const { data: events } = useLog(head.registrationId, head.status)
  const last = events?.findLast(({ step }) => decisions.has(step))
  if (!last) return null
  return (
    <Notice
      tone={last.step === 'approve' ? 'good' : registrationStatus(last.status, language).tone}
      title={t(`step.${last.step}`)}
      isAnnounced
    >
      <p>{t('log.whoWhen', { who: last.by, when: instantShown(last.at, language) })}</p>
      {last.remark && <p className={styles.quote}>{last.remark}</p>}
    </Notice>
  )
}
