/** The status of an application, with a hint if it was approved but some accounts could not be added. */
import { registrationStatus, type RegistrationStatus as Status } from '~/core/core'
import { statuses } from '~/kit/company/registrationNames'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
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
