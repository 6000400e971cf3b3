/** Tells users who may not pay that they can send the bills to a colleague who may. */

import styles from '~/kit/paying/Pay.module.css'
import { useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { useTranslation } from '~/words/useTranslation'

export function WhoMayPay() {
  const { t } = useTranslation('paying')
  const mayPay = useMay('payment', 'add')
  const isReadOnly = useReadOnly() !== undefined
  // In customer view mode nothing can be paid or sent.
  return mayPay || isReadOnly ? null : <p className={styles.whoMay}>{t('whoMay')}</p>
}
