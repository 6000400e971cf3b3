/** Where staff land: what waits for them, of what they may see. Each figure leads to its list. */
import { amountShown, countShown, instantShown, numberShown, registrationStatuses } from '../../core/core'
import { link } from '../../core/links'
import { useHint, useRead } from '../../kit/call/read'
import { WaitingFigure } from '../../kit/figures/WaitingFigure'
import { Boundary } from '../../kit/page/Boundary'
import { useTitle } from '../../kit/page/useTitle'
import { useMay, useProfile } from '../../kit/session/useProfile'
import { Page } from '../../ui/layout/Page'
import { StatCard } from '../../ui/text/StatCard'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from './Home.module.css'

const pendingHref = link('pendingPayments')
const reconcilingHref = link('allPayments', { status: 'pendingReconciliation' })
const registrationsHref = link('registrations', { status: 'pending' })

export function StaffHome() {
  const { t } = useTranslation('shell')
  const { t: registration } = useTranslation('registrationStaff')
  const language = useLanguage()
  useTitle(t('menu.home'))
  const { name, lastLoginDateTime } = useProfile()
  const mayApprove = useMay('pendingApproval', 'view')
  const mayReview = useMay('manageBulkAccounts', 'view')
  const asOf = useHint('GetAdminPendingPaymentsCards', {}, mayApprove)?.asOf
  const subtitle = lastLoginDateTime ? t('home.lastLogin', { when: instantShown(lastLoginDateTime, language) }) : undefined
  return (
    <Page title={t('home.greeting', { name })} subtitle={subtitle}>
      {(mayApprove || mayReview) && (
        <div className={styles.figures}>
          {mayApprove && (
            <Boundary
              isPart
              waiting={
                <>
                  <WaitingFigure label={t('menu.pendingPayments')} href={pendingHref} />
                  <WaitingFigure label={t('home.reconciling')} href={reconcilingHref} />
                </>
              }
            >
              <Payments />
            </Boundary>
          )}
          {mayReview && (
            <Boundary isPart waiting={<WaitingFigure label={registration('home.waiting')} href={registrationsHref} />}>
              <WaitingRegistrations />
            </Boundary>
          )}
        </div>
      )}
      {asOf && <p className={styles.asOf}>{t('home.asOf', { when: instantShown(asOf, language) })}</p>}
    </Page>
  )
}

function Payments() {
  const { t } = useTranslation('shell')
  const { pendingAmount, pendingApproval, insufficient, overpayment } = useRead('GetAdminPendingPaymentsCards', {})
  const reconciling = insufficient + overpayment
  const ofPayments = (count: number) => t('home.payments', { count, shown: numberShown(count) })
  return (
    <>
      <StatCard
        label={t('menu.pendingPayments')}
        value={amountShown(pendingAmount)}
        href={pendingHref}
        meta={ofPayments(pendingApproval)}
        tone={pendingApproval > 0 ? 'warning' : undefined}
      />
      <StatCard label={t('home.reconciling')} value={countShown(reconciling)} href={reconcilingHref} meta={ofPayments(reconciling)} />
    </>
  )
}

function WaitingRegistrations() {
  const { t } = useTranslation('registrationStaff')
  // The table counts all that match, however few it is asked to list.
  const { total } = useRead('BulkUserRegistrationTable', { recordCount: 1, filter: { statuses: [registrationStatuses.pendingApproval] } })
  return (
    <StatCard
      label={t('home.waiting')}
      value={countShown(total)}
      href={registrationsHref}
      meta={t('home.applications', { count: total, shown: numberShown(total) })}
      tone={total > 0 ? 'warning' : undefined}
    />
  )
}
