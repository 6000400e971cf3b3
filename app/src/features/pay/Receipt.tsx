/** The payment's particulars; printed, it is the receipt: without the frame, with the utility's name. */

import { amountShown, countShown, instantShown, type PaymentDetails, paymentMethod, paymentStatus } from '../../core'
import { Description, type DescriptionItem } from '../../ui/Description'
import { StatusBadge } from '../../ui/StatusBadge'
import { useCall } from '../../useCall'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from './Result.module.css'

export function Receipt({ details }: { details: PaymentDetails }) {
  const { t } = useTranslation('pay')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { data: portal } = useCall('GetPortal', {})
  const { transaction } = details
  const { customerWord, tone } = paymentStatus(transaction.status, language)
  const items: DescriptionItem[] = [
    { id: 'reference', label: t('receipt.reference'), value: <span className={styles.reference}>{transaction.transactionNo}</span> },
    { id: 'status', label: t('receipt.status'), value: <StatusBadge tone={tone}>{customerWord}</StatusBadge> },
    { id: 'date', label: t('receipt.date'), value: instantShown(transaction.paymentDate, language) },
    { id: 'payer', label: t('review.payer'), value: transaction.requestedBy },
    { id: 'bulk', label: t('review.bulk'), value: t('receipt.bulk', { company: transaction.companyName, id: transaction.bulkId }) },
    {
      id: 'bills',
      label: t('review.bills'),
      value: t('bar.text', {
        bills: t('bills', { count: transaction.totalInvoices, shown: countShown(transaction.totalInvoices) }),
        accounts: t('accounts', { count: transaction.totalAccounts, shown: countShown(transaction.totalAccounts) }),
      }),
    },
    { id: 'method', label: t('review.method'), value: paymentMethod(transaction.paymentMethod, language).word },
    { id: 'bank', label: t('review.bank'), value: transaction.bankName },
    ...(details.fpxTransactionId ? [{ id: 'fpx', label: t('receipt.fpx'), value: details.fpxTransactionId }] : []),
    ...(details.references.length > 0
      ? [
          {
            id: 'references',
            label: t(transaction.paymentMethod === 'CHEQUE' ? 'review.cheques' : 'review.references'),
            value: (
              <ul>
                {details.references.map(({ version, number, amount }) => (
                  <li key={`${version} ${number}`} className={styles.pair}>
                    <span>{number}</span>
                    <span>{amountShown(amount)}</span>
                  </li>
                ))}
              </ul>
            ),
          },
        ]
      : []),
    { id: 'total', label: t('receipt.amount'), value: amountShown(transaction.transactionAmount) },
  ]
  return (
    <section className={styles.receipt} aria-label={t('receipt.title')}>
      <header className={styles.letterhead}>
        <strong>{portal?.utilityName ?? common('product')}</strong>
        <span>{t('receipt.title')}</span>
      </header>
      <Description items={items} isTotalLast />
      {portal && <p className={styles.foot}>{common('careLine', { number: portal.careLine })}</p>}
    </section>
  )
}
