/** Five figures, each with a link to the rows that it counts, and what the figures do not include. */
import { amountShown, countShown, type Home, numberShown, type OutstandingCard } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { StatCard } from '~/ui/text/StatCard'
import { useTranslation } from '~/words/useTranslation'
import styles from './Home.module.css'

/** Renders skeletons until the data is loaded. */
export function Figures({ home }: { home: Home | undefined }) {
  const { t } = useTranslation('home')
  const { t: paying } = useTranslation('paying')
  const ofBills = (count: number) => t('count.bills', { count, shown: numberShown(count) })
  const bills = home?.bills
  const payments = home?.payments
  const accounts = home?.accounts
  const value = (shown: string | undefined) => shown ?? <Skeleton width="6ch" />
  const meta = (shown: string | undefined) => shown ?? <Skeleton width="10ch" />
  const owed = bills?.owed
  return (
    <section aria-label={t('figures.title')}>
      <div className={styles.figures} data-five="" data-tour="figures">
        {bills !== null && (
          <>
            <StatCard
              label={t('figures.owed')}
              value={value(owed && amountShown(owed.amountPayable))}
              href={link('outstandingBills')}
              meta={meta(
                owed &&
                  t('figures.billsOfAccounts', {
                    bills: ofBills(owed.payableBills),
                    accounts: t('count.accounts', { count: owed.payableAccounts, shown: numberShown(owed.payableAccounts) }),
                  }),
              )}
            />
            <StatCard
              label={t('figures.charges')}
              value={value(bills && amountShown(bills.charges.amount))}
              href={link('outstandingCharges')}
              meta={meta(bills && ofBills(bills.charges.bills))}
            />
          </>
        )}
        <StatCard
          label={t('figures.accounts')}
          value={value(accounts && countShown(accounts.total))}
          href={link('accounts')}
          meta={meta(accounts && t('figures.states', { count: accounts.states.length }))}
        />
        <StatCard
          label={t('figures.inactive')}
          value={value(accounts && countShown(accounts.inactive))}
          href={link('accounts', { active: false })}
          meta={t('figures.notSupplied')}
        />
        {payments !== null && (
          <StatCard
            label={t('figures.unsuccessful')}
            value={value(payments && countShown(payments.unsuccessful))}
            href={link('payments', { status: 'unsuccessful' })}
            meta={t('figures.cameToNothing')}
          />
        )}
      </div>
      {bills !== null && (
        <p className={styles.beside}>
          {owed && payments && <InPayment owed={owed} count={payments.actionRequired + payments.processing} />}
          {owed && owed.totalBills > owed.payableBills && (
            <span>{t('figures.whole', { count: owed.totalBills, shown: numberShown(owed.totalBills) })}</span>
          )}
          {owed && owed.creditBills > 0 && (
            <span>{paying('notPaid.credit', { amount: amountShown(owed.creditAmount), bills: ofBills(owed.creditBills) })}</span>
          )}
          {owed && owed.billsNotPayable > 0 && (
            <span>
              {paying('notPaid.notPayable', { amount: amountShown(owed.amountNotPayable), bills: ofBills(owed.billsNotPayable) })}
            </span>
          )}
        </p>
      )}
    </section>
  )
}

/** The payments in progress, as a link to them. */
function InPayment({ owed, count }: { owed: OutstandingCard; count: number }) {
  const { t } = useTranslation('home')
  const ofBills = t('count.bills', { count: owed.billsInPayment, shown: numberShown(owed.billsInPayment) })
  if (count === 0) return null
  return (
    <Link href={link('payments', { status: 'inProgress' })}>
      {t('figures.inPayment', { count, shown: numberShown(count), bills: ofBills, amount: amountShown(owed.amountInPayment) })}
    </Link>
  )
}
