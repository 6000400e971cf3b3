/** Where staff land: what waits for them, for those who may see payments. */

import { amountShown, countShown, instantShown } from '../../core'
import { Page } from '../../ui/Page'
import { StatCard } from '../../ui/StatCard'
import { useCall } from '../../useCall'
import { useMay, useProfile } from '../../useProfile'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from './Home.module.css'

export function StaffHome() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { name, lastLoginDateTime } = useProfile()
  const mayApprove = useMay('pendingApproval', 'view')
  const subtitle = lastLoginDateTime ? t('home.lastLogin', { when: instantShown(lastLoginDateTime, language) }) : undefined
  return (
    <Page title={t('home.greeting', { name })} subtitle={subtitle}>
      {mayApprove && <Waiting />}
    </Page>
  )
}

function Waiting() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { data } = useCall('GetAdminPendingPaymentsCards', {})
  const ofPayments = (count: number | undefined) => t('home.payments', { count: count ?? 0, shown: countShown(count) })
  return (
    <>
      <div className={styles.figures}>
        <StatCard
          label={t('menu.pending')}
          value={amountShown(data?.pendingAmount)}
          href="/admin/payments/pending"
          meta={ofPayments(data?.pendingApproval)}
          tone={data && data.pendingApproval > 0 ? 'warning' : undefined}
        />
        <StatCard
          label={t('home.reconciling')}
          value={countShown(data && data.insufficient + data.overpayment)}
          href="/admin/payments/all?status=pendingReconciliation"
          meta={ofPayments(data && data.insufficient + data.overpayment)}
        />
      </div>
      {data && <p className={styles.asOf}>{t('home.asOf', { when: instantShown(data.asOf, language) })}</p>}
    </>
  )
}
