/** Where customers land: what is owed, what is on its way, what waits for them. Each figure leads to its list. */

import { amountShown, countShown, instantShown } from '../../core/core'
import { link } from '../../core/links'
import { useCall } from '../../kit/call/useCall'
import { pendingAccounts } from '../../kit/registration/addresses'
import { useFollowedProfile } from '../../kit/registration/useFollowedProfile'
import { useProfile } from '../../kit/session/useProfile'
import { Page } from '../../ui/layout/Page'
import { StatCard } from '../../ui/text/StatCard'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { Needed } from './AccountsNeeded'
import styles from './Home.module.css'
import { HomeOfNewcomer } from './HomeOfNewcomer'

export function Home() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { name, lastLoginDateTime, bulkId, hasValidContractAccount } = useProfile()
  const subtitle = lastLoginDateTime ? t('home.lastLogin', { when: instantShown(lastLoginDateTime, language) }) : undefined
  return (
    <Page title={t('home.greeting', { name })} subtitle={subtitle}>
      {!bulkId ? <HomeOfNewcomer /> : hasValidContractAccount ? <Figures bulkId={bulkId} /> : <Closed />}
    </Page>
  )
}

/** Figures of bills wait for an account; once there is one they come by themselves. */
function Closed() {
  useFollowedProfile()
  return <Needed />
}

function Figures({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const { data: bills } = useCall('GetOutstandingBillsCard', { id: bulkId })
  const { data: payments } = useCall('GetTransactionsCards', { bulkId })
  const { data: accounts } = useCall('GetAccountCards', { id: bulkId })
  const failed = accounts?.errors ?? 0
  const waiting = payments && accounts ? payments.actionRequired + accounts.errors : undefined
  // The list of whichever there are; of accounts alone there is a figure of its own beside it.
  const isOfAccounts = failed > 0 && payments?.actionRequired === 0
  const ofBills = (count: number | undefined) => t('home.bills', { count: count ?? 0, shown: countShown(count) })
  const ofAccounts = (count: number) => t('home.accounts', { count, shown: countShown(count) })
  const ofPayments = (count: number | undefined) => t('home.payments', { count: count ?? 0, shown: countShown(count) })
  return (
    <>
      <div className={styles.figures}>
        <StatCard
          label={t('home.owed')}
          value={amountShown(bills?.amountPayable)}
          href={link('batches')}
          meta={ofBills(bills?.payableBills)}
        />
        <StatCard
          label={t('home.overdue')}
          value={amountShown(bills?.overdueAmount)}
          href={link('outstandingBills', { overdue: true })}
          meta={ofBills(bills?.overdueBills)}
          tone={bills && bills.overdueBills > 0 ? 'bad' : undefined}
        />
        <StatCard
          label={t('home.actionRequired')}
          value={countShown(waiting)}
          href={isOfAccounts ? pendingAccounts : link('payments', { status: 'actionRequired' })}
          meta={
            isOfAccounts
              ? ofAccounts(failed)
              : failed > 0
                ? t('home.both', { payments: ofPayments(payments?.actionRequired), accounts: ofAccounts(failed) })
                : ofPayments(payments?.actionRequired)
          }
          tone={waiting ? 'warning' : undefined}
        />
        {failed > 0 && !isOfAccounts && (
          <StatCard label={t('home.notAdded')} value={countShown(failed)} href={pendingAccounts} meta={ofAccounts(failed)} tone="warning" />
        )}
        <StatCard
          label={t('home.onItsWay')}
          value={countShown(payments?.processing)}
          href={link('payments', { status: 'processing' })}
          meta={t('home.paymentsOver', { payments: ofPayments(payments?.processing), amount: amountShown(bills?.amountInPayment) })}
        />
      </div>
      {bills && <p className={styles.asOf}>{t('home.asOf', { when: instantShown(bills.asOf, language) })}</p>}
    </>
  )
}
