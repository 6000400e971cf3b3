/** Where an application stands. One that was approved with accounts that could not be taken says so. */
import { registrationStatus, type RegistrationStatus as Status } from '../../../core/core'
import { statuses } from '../../../kit/company/registrationNames'
import { StatusBadge } from '../../../ui/feedback/StatusBadge'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from './Registrations.module.css'

export function RegistrationStatus({ status, hasHint = false }: { status: Status; hasHint?: boolean }) {
  const { t } = useTranslation('registrationStaff')
  const language = useLanguage()
  const { word, tone } = registrationStatus(status, language)
  return (
    <>
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {hasHint && status === statuses.withErrors && <span className={styles.hint}>{t('list.someErrors')}</span>}
    </>
  )
}
