/** For whoever may not pay: who may, and that the bills can be sent to them. */
import { useTranslation } from '../../words/useTranslation'
import { useMay } from '../session/useProfile'
import styles from './Pay.module.css'

export function WhoMayPay() {
  const { t } = useTranslation('paymentsMaking')
  return useMay('payment', 'add') ? null : <p className={styles.whoMay}>{t('whoMay')}</p>
}
