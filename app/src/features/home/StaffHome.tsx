/** Where staff land: what waits for them, of what they may see. Each figure leads to its list. */

import { amountShown, countShown, instantShown, registrationStatuses } from '../../core/core'
import { link } from '../../core/links'
import { useCall } from '../../kit/call/useCall'
import { useMay, useProfile } from '../../kit/session/useProfile'
import { Page } from '../../ui/layout/Page'
import { StatCard } from '../../ui/text/StatCard'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from './Home.module.css'

export function StaffHome() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { name, lastLoginDateTime } = useProfile()
  const mayApprove = useMay('pendingApproval', 'view')
  const mayReview = useMay('manageBulkAccounts', 'view')
  const { data: payments } = useCall('GetAdminPendingPaymentsCards', {}, { enabled: mayApprove })
  const subtitle = lastLoginDateTime ? t('home.lastLogin', { when: instantShown(lastLoginDateTime, language) }) : undefined
  const ofPayments = (count: number | undefined) => t('home.payments', { count: count ?? 0, shown: countShown(count) })
  return (
    <Page title={t('home.greeting', { name })} subtitle={subtitle}>
      {(mayApprove || mayReview) && (
        <div className={styles.figures}>
          {mayApprove && (
            <>
              <StatCard
                label={t('menu.pendingPayments')}
                value={amountShown(payments?.pendingAmount)}
                href={link('pendingPayments')}
                meta={ofPayments(payments?.pendingApproval)}
                tone={payments && payments.pendingApproval > 0 ? 'warning' : undefined}
              />
              <StatCard
                label={t('home.reconciling')}
                value={countShown(payments && payments.insufficient + payments.overpayment)}
                href={link('allPayments', { status: 'pendingReconciliation' })}
                meta={ofPayments(payments && payments.insufficient + payments.overpayment)}
              />
            </>
          )}
          {mayReview && <WaitingRegistrations />}
        </div>
      )}
      {payments && <p className={styles.asOf}>{t('home.asOf', { when: instantShown(payments.asOf, language) })}</p>}
    </Page>
  )
}

function WaitingRegistrations() {
  const { t } = useTranslation('registrationStaff')
  // The table counts all that match, whatever it is asked to list.
  const { data } = useCall('BulkUserRegistrationTable', { recordCount: 1, filter: { statuses: [registrationStatuses.pendingApproval] } })
  return (
    <StatCard
      label={t('home.waiting')}
      value={countShown(data?.total)}
      href={link('registrations', { status: 'pending' })}
      meta={t('home.applications', { count: data?.total ?? 0, shown: countShown(data?.total) })}
      tone={data && data.total > 0 ? 'warning' : undefined}
    />
  )
}
