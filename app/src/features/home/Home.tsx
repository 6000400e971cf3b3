/** Where customers land: what is owed, what is on its way, what waits for them. Each figure leads to its list. */
import { amountShown, countShown, instantShown, numberShown } from '../../core/core'
import { link } from '../../core/links'
import { useHint, useRead } from '../../kit/call/read'
import { WaitingFigure } from '../../kit/figures/WaitingFigure'
import { Boundary } from '../../kit/page/Boundary'
import { useTitle } from '../../kit/page/useTitle'
import { PayOverdue } from '../../kit/paying/PayOverdue'
import { useFollowedProfile } from '../../kit/registration/useFollowedProfile'
import { useProfile } from '../../kit/session/useProfile'
import { Page } from '../../ui/layout/Page'
import { Stack } from '../../ui/layout/Stack'
import { StatCard } from '../../ui/text/StatCard'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { Needed } from './AccountsNeeded'
import styles from './Home.module.css'
import { HomeOfNewcomer } from './HomeOfNewcomer'

export function Home() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  useTitle(t('menu.home'))
  const { name, lastLoginDateTime, bulkId, hasValidContractAccount } = useProfile()
  const subtitle = lastLoginDateTime ? t('home.lastLogin', { when: instantShown(lastLoginDateTime, language) }) : undefined
  return (
    <Page title={t('home.greeting', { name })} subtitle={subtitle}>
      {!bulkId ? <HomeOfNewcomer /> : hasValidContractAccount ? <Figures bulkId={bulkId} /> : <Closed />}
    </Page>
  )
}

/** The figures of bills need a usable account. They take this place once there is one. */
function Closed() {
  useFollowedProfile()
  return <Needed />
}

const owedHref = link('batches')
const overdueHref = link('outstandingBills', { overdue: true })
const actionHref = link('payments', { status: 'actionRequired' })
const onItsWayHref = link('payments', { status: 'processing' })

function Figures({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const asOf = useHint('GetOutstandingBillsCard', { id: bulkId })?.asOf
  return (
    <Stack gap={3}>
      <PayOverdue />
      <div className={styles.figures}>
        <Boundary
          isPart
          waiting={
            <>
              <WaitingFigure label={t('home.owed')} href={owedHref} />
              <WaitingFigure label={t('home.overdue')} href={overdueHref} />
            </>
          }
        >
          <Bills bulkId={bulkId} />
        </Boundary>
        <Boundary
          isPart
          waiting={
            <>
              <WaitingFigure label={t('home.actionRequired')} href={actionHref} />
              <WaitingFigure label={t('home.onItsWay')} href={onItsWayHref} />
            </>
          }
        >
          <Payments bulkId={bulkId} />
        </Boundary>
      </div>
      {asOf && <p className={styles.asOf}>{t('home.asOf', { when: instantShown(asOf, language) })}</p>}
    </Stack>
  )
}

function Bills({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('shell')
  const { amountPayable, payableBills, overdueAmount, overdueBills } = useRead('GetOutstandingBillsCard', { id: bulkId })
  const ofBills = (count: number) => t('home.bills', { count, shown: numberShown(count) })
  return (
    <>
      <StatCard label={t('home.owed')} value={amountShown(amountPayable)} href={owedHref} meta={ofBills(payableBills)} />
      <StatCard
        label={t('home.overdue')}
        value={amountShown(overdueAmount)}
        href={overdueHref}
        meta={ofBills(overdueBills)}
        tone={overdueBills > 0 ? 'bad' : undefined}
      />
    </>
  )
}

/** Payments, and accounts that could not be added. Both wait for somebody. */
function Payments({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('shell')
  const { actionRequired, processing } = useRead('GetTransactionsCards', { bulkId })
  const { errors } = useRead('GetAccountCards', { id: bulkId })
  const { amountInPayment } = useRead('GetOutstandingBillsCard', { id: bulkId })
  const ofPayments = (count: number) => t('home.payments', { count, shown: numberShown(count) })
  const ofAccounts = t('home.accounts', { count: errors, shown: numberShown(errors) })
  // Where only accounts wait, the figure leads to them. Where payments do too, accounts have a figure of their own.
  const isOfAccounts = errors > 0 && actionRequired === 0
  const isOfBoth = errors > 0 && actionRequired > 0
  const waiting = actionRequired + errors
  return (
    <>
      <StatCard
        label={t('home.actionRequired')}
        value={countShown(waiting)}
        href={isOfAccounts ? link('pendingAccounts') : actionHref}
        meta={
          isOfAccounts
            ? ofAccounts
            : isOfBoth
              ? t('home.both', { payments: ofPayments(actionRequired), accounts: ofAccounts })
              : ofPayments(actionRequired)
        }
        tone={waiting > 0 ? 'warning' : undefined}
      />
      {isOfBoth && (
        <StatCard label={t('home.notAdded')} value={countShown(errors)} href={link('pendingAccounts')} meta={ofAccounts} tone="warning" />
      )}
      <StatCard
        label={t('home.onItsWay')}
        value={countShown(processing)}
        href={onItsWayHref}
        meta={t('home.paymentsOver', { payments: ofPayments(processing), amount: amountShown(amountInPayment) })}
      />
    </>
  )
}
