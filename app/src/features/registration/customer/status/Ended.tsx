/** An application that was closed without a decision: who closed it, why, and how to start again. */
import type { Application } from '../../../../core/core'
import { useQueryData } from '../../../../kit/call/read'
import { Notice } from '../../../../ui/feedback/Notice'
import { useTranslation } from '../../../../words/useTranslation'
import styles from '../Registration.module.css'
import { historyOf } from './history'
import { Redo } from './Redo'

export function Ended({ application: { registrationId, status, remark } }: { application: Application }) {
  const { t } = useTranslation('registration')
  const last = useQueryData(historyOf(registrationId, status)).findLast((event) => event.status === status)
  const by = last?.step === 'withdraw' || last?.step === 'lapse' ? last.step : 'close'
  return (
    <Notice title={t(`ended.${by}`)} isAnnounced actions={<Redo registrationId={registrationId} />}>
      {remark && <p className={styles.remark}>{remark}</p>}
      <p>{t('ended.body')}</p>
    </Notice>
  )
}
