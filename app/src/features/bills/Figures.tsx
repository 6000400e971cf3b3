/** The head of the bills screen: what is owed, what of it is late, what is already on its way. */

import { amountShown, countShown, instantShown } from '../../core'
import { StatCard } from '../../ui/StatCard'
import { useCall } from '../../useCall'
import { useBulkId } from '../../useProfile'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from './Bills.module.css'

export function Figures() {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const id = useBulkId()
  const { data: card } = useCall('GetOutstandingBillsCard', { id })
  const ofBills = (count: number | undefined) => t('count', { count: count ?? 0, shown: countShown(count) })
  return (
    <div className={styles.figures}>
      <StatCard
        label={t('figures.owed')}
        value={amountShown(card?.totalAmountPayable)}
        href="/billPayment/outstanding"
        meta={t('figures.billsOfAccounts', {
          bills: ofBills(card?.totalBills),
          accounts: t('accounts', { count: card?.totalAccounts ?? 0, shown: countShown(card?.totalAccounts) }),
        })}
      />
      <StatCard
        label={t('figures.overdue')}
        value={amountShown(card?.overdueAmount)}
        href="/billPayment/outstanding?overdue=true"
        meta={ofBills(card?.overdueBills)}
        tone={card && card.overdueBills > 0 ? 'bad' : undefined}
      />
      <StatCard
        label={t('figures.inPayment')}
        value={countShown(card?.billsInPayment)}
        href="/billPayment/transactions?status=processing"
        meta={card && t('figures.asOf', { when: instantShown(card.asOf, language) })}
      />
    </div>
  )
}
