/** For whoever may not pay: who may, and that the bills can be sent to them. */
import { useTranslation } from '../../words/useTranslation'
import { useMay } from '../session/useProfile'
import { useReadOnly } from '../session/useReadOnly'
import styles from './Pay.module.css'

export function WhoMayPay() {
  const { t } = useTranslation('paying')
  const mayPay = useMay('payment', 'add')
  const isReadOnly = useReadOnly() !== undefined
  // In customer view mode nobody pays, and nothing is sent.
  return mayPay || isReadOnly ? null : <p className={styles.whoMay}>{t('whoMay')}</p>
}
