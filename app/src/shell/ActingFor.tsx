/** The company that the user acts for, or their role, and their name, in the header. On a phone they are in the menu of the account. */
import { isStaffRole, useProfile } from '../kit/session/useProfile'
import { useTranslation } from '../words/useTranslation'
import styles from './ActingFor.module.css'

export function ActingFor() {
  const { t } = useTranslation('shell')
  const { name, role, companyName, bulkId } = useProfile()
  const isStaff = isStaffRole(role)
  const whom = isStaff || !bulkId ? t(`roles.${role ?? 'none'}`) : companyName
  return (
    <p className={styles.whose}>
      <strong className={styles.whom}>{whom}</strong>
      <span className={styles.who}>
        {!isStaff && bulkId && <span className={styles.bulk}>{t('whose.bulk', { bulkId })}</span>}
        <span>{name}</span>
      </span>
    </p>
  )
}
