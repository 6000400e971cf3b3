/** The head of the bills screen: what can be paid now, what of it is late, and what is not asked for. */

import { amountShown, countShown, instantShown } from '../../core/core'
import { link } from '../../core/links'
import { useCall } from '../../kit/call/useCall'
import styles from '../../kit/page/Cards.module.css'
import { useBulkId } from '../../kit/session/useProfile'
import { StatCard } from '../../ui/text/StatCard'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'

const list = link('outstandingBills')

export function Figures() {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const id = useBulkId()
  const { data: card } = useCall('GetOutstandingBillsCard', { id })
  const ofBills = (count: number | undefined) => t('count', { count: count ?? 0, shown: countShown(count) })
  return (
    <div className={styles.head}>
      <div className={styles.figures}>
        <StatCard
          label={t('figures.owed')}
          value={amountShown(card?.amountPayable)}
          href={list}
          meta={t('figures.billsOfAccounts', {
            bills: ofBills(card?.payableBills),
            accounts: t('accounts', { count: card?.payableAccounts ?? 0, shown: countShown(card?.payableAccounts) }),
          })}
        />
        <StatCard
          label={t('figures.overdue')}
          value={amountShown(card?.overdueAmount)}
          href={`${list}?overdue=true`}
          meta={ofBills(card?.overdueBills)}
          tone={card && card.overdueBills > 0 ? 'bad' : undefined}
        />
        <StatCard
          label={t('figures.inPayment')}
          value={amountShown(card?.amountInPayment)}
          href={link('payments', { status: 'processing' })}
          meta={ofBills(card?.billsInPayment)}
        />
      </div>
      <p className={styles.beside}>
        {card && card.creditBills > 0 && (
          <span>{t('figures.credit', { amount: amountShown(card.creditAmount), bills: ofBills(card.creditBills) })}</span>
        )}
        {card && card.billsNotPayable > 0 && (
          <span>{t('figures.notPayable', { amount: amountShown(card.amountNotPayable), bills: ofBills(card.billsNotPayable) })}</span>
        )}
        {card && <span>{t('figures.asOf', { when: instantShown(card.asOf, language) })}</span>}
      </p>
    </div>
  )
}
