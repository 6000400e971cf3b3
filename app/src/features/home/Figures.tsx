/** Six figures, each with a link to the rows that it counts, and the bills that the figures do not include. */
import { amountShown, countShown, type Home, numberShown } from '~/core/core'
import { link } from '~/core/links'
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
      <div className={styles.figures} data-six="" data-tour="figures">
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
        {payments !== null && (
          <StatCard
            label={t('figures.inPayment')}
            value={value(payments && countShown(payments.actionRequired + payments.processing))}
            href={link('payments', { status: 'inProgress' })}
            meta={meta(owed && t('figures.over', { bills: ofBills(owed.billsInPayment), amount: amountShown(owed.amountInPayment) }))}
          />
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
