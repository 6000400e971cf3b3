/** Where nothing can be done with a selection there are no boxes to tick, but one line that says who may. */
import { useTranslation } from '../../words/useTranslation'
import { useMay } from '../session/useProfile'
import styles from './Pay.module.css'

/** Whether the person can do something with selected bills. */
export const useMaySelectBills = (): boolean => useMay('payment', 'add')

export function WhoMayPay() {
  const { t } = useTranslation('paymentsMaking')
  return useMaySelectBills() ? null : <p className={styles.whoMay}>{t('whoMay')}</p>
}
