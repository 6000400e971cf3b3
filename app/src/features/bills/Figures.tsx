/** The head of the bills screen: the payable amount, the late part, and the bills left out. */

import { amountShown, instantShown, numberShown, type OutstandingCard } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import styles from '~/kit/page/Cards.module.css'
import { useBulkId } from '~/kit/session/useProfile'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { StatCard, StatStrip } from '~/ui/text/StatCard'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useBillCount } from './useBillCount'

export function Figures() {
  const id = useBulkId()
  return (
    <div className={styles.head}>
      <Boundary isPart of={id} waiting={<Cards card={undefined} />}>
        <CardsOf id={id} />
      </Boundary>
    </div>
  )
}

const CardsOf = ({ id }: { id: string }) => <Cards card={useRead('GetOutstandingBillsCard', { id })} />

/** Renders skeletons in place of the figures until the card is loaded. */
function Cards({ card }: { card: OutstandingCard | undefined }) {
  const { t } = useTranslation(['bills', 'paying'])
  const language = useLanguage()
  const ofBills = useBillCount()
  const value = (amount: string | undefined) => (amount === undefined ? <Skeleton width="8ch" /> : amountShown(amount))
  const meta = (text: string | undefined) => text ?? <Skeleton width="12ch" />
  return (
    <>
      <StatStrip>
        <StatCard
          label={t('figures.owed')}
          value={value(card?.amountPayable)}
          href={link('outstandingBills')}
          meta={meta(
            card &&
              t('figures.billsOfAccounts', {
                bills: ofBills(card.payableBills),
                accounts: t('accounts', { count: card.payableAccounts, shown: numberShown(card.payableAccounts) }),
              }),
          )}
        />
        <StatCard
          label={t('figures.overdue')}
          value={value(card?.overdueAmount)}
          href={link('outstandingBills', { overdue: true, show: 'all' })}
          meta={meta(card && ofBills(card.overdueBills))}
          tone={card && card.overdueBills > 0 ? 'bad' : undefined}
        />
        <StatCard
          label={t('figures.inPayment')}
          value={value(card?.amountInPayment)}
          href={link('payments', { status: 'inProgress' })}
          meta={meta(card && ofBills(card.billsInPayment))}
        />
      </StatStrip>
      <p className={styles.beside}>
        {card && card.creditBills > 0 && (
          <span>{t('paying:notPaid.credit', { amount: amountShown(card.creditAmount), bills: ofBills(card.creditBills) })}</span>
        )}
        {card && card.billsNotPayable > 0 && (
          <span>
            {t('paying:notPaid.notPayable', { amount: amountShown(card.amountNotPayable), bills: ofBills(card.billsNotPayable) })}
          </span>
        )}
        {card && <span>{t('figures.asOf', { when: instantShown(card.asOf, language) })}</span>}
      </p>
    </>
  )
}
