/** What waits for somebody today, the most urgent first. Each line leads to what it counts. */
import { CircleCheck } from 'lucide-react'
import { amountShown, dayShown, type Home, numberShown } from '../../core/core'
import { link } from '../../core/links'
import { OverdueBills } from '../../kit/paying/PayOverdue'
import { useMay } from '../../kit/session/useProfile'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from './Home.module.css'
import { type Line, Lines } from './Lines'

export function Today({ home }: { home: Home }) {
  const { t } = useTranslation('home')
  const mayPay = useMay('payment', 'add')
  const overdue = home.bills?.overdue
  const lines = useLines(home, mayPay)
  const isPayable = mayPay && overdue !== undefined && overdue.bills > 0
  return (
    <section className={styles.today} aria-labelledby="today" data-tour="today">
      <h2 id="today" className={styles.title}>
        {t('today.title')}
      </h2>
      {isPayable && <OverdueBills bills={overdue.bills} amount={overdue.amount} />}
      {lines.length > 0 && <Lines lines={lines} />}
      {!isPayable && lines.length === 0 && (
        <p className={styles.nothing}>
          <CircleCheck aria-hidden="true" />
          {t('today.nothing')}
        </p>
      )}
    </section>
  )
}

/** Who may not pay sees what is overdue as one line of the others. */
function useLines({ bills, payments, accounts, invitations }: Home, mayPay: boolean): Line[] {
  const { t } = useTranslation('home')
  const language = useLanguage()
  const ofBills = (count: number) => t('count.bills', { count, shown: numberShown(count) })
  const lines: Line[] = []
  if (bills && bills.overdue.bills > 0 && !mayPay)
    lines.push({
      id: 'overdue',
      tone: 'bad',
      label: t('today.overdue'),
      count: ofBills(bills.overdue.bills),
      amount: amountShown(bills.overdue.amount),
      href: link('outstandingBills', { overdue: true }),
    })
  if (bills && bills.dueSoon.bills > 0)
    lines.push({
      id: 'dueSoon',
      tone: 'warning',
      label: t('today.dueSoon', { day: dayShown(bills.dueSoonUntil, language) }),
      count: ofBills(bills.dueSoon.bills),
      amount: amountShown(bills.dueSoon.amount),
      href: link('outstandingBills', { overdue: false, to: bills.dueSoonUntil }),
    })
  if (payments && payments.actionRequired > 0)
    lines.push({
      id: 'payments',
      tone: 'warning',
      label: t('today.payments'),
      count: t('count.payments', { count: payments.actionRequired, shown: numberShown(payments.actionRequired) }),
      href: link('payments', { status: 'actionRequired' }),
    })
  if (accounts.errors > 0)
    lines.push({
      id: 'accounts',
      tone: 'warning',
      label: t('today.accounts'),
      count: t('count.accounts', { count: accounts.errors, shown: numberShown(accounts.errors) }),
      href: link('pendingAccounts'),
    })
  if (invitations !== null && invitations > 0)
    lines.push({
      id: 'invitations',
      tone: 'progress',
      label: t('today.invitations'),
      count: numberShown(invitations),
      href: link('users', { activity: 'pending' }),
    })
  return lines
}
