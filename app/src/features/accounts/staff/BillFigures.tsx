/** Totals of a bulk account's bills and payments for staff. They are not links, since staff have no list of its bills. */
import { amountShown, countShown, dayAt, dayShown, type Money } from '../../../core/core'
import { useRead } from '../../../kit/call/read'
import { Description } from '../../../ui/text/Description'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from './BillFigures.module.css'

export function BillFigures({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('accountsStaff')
  const language = useLanguage()
  const profile = useRead('GetProfile', { id: bulkId })
  const amount = (of: Money | null | undefined) => of && amountShown(of)
  const { totalUnpaidBills, lastBillDate, lastPaymentDate } = profile
  const items = [
    { id: 'unpaid', label: t('bills.unpaid'), value: typeof totalUnpaidBills === 'number' && countShown(totalUnpaidBills) },
    { id: 'lastBill', label: t('bills.lastBill'), value: lastBillDate && dayShown(lastBillDate, language) },
    { id: 'lastPayment', label: t('bills.lastPayment'), value: lastPaymentDate && dayShown(dayAt(lastPaymentDate), language) },
    { id: 'total', label: t('bills.latestTotal'), value: amount(profile.latestTotalAmount) },
    { id: 'current', label: t('bills.latestCurrent'), value: amount(profile.latestCurrentCharges) },
    { id: 'outstanding', label: t('bills.latestOutstanding'), value: amount(profile.latestOutstandingCharges) },
  ]
  return (
    <section className={styles.figures} aria-label={t('bills.title')}>
      <Description columns={2} items={items} />
    </section>
  )
}
