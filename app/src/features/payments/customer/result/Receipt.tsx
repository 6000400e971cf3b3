/** The payment's document, a receipt once it is paid. In print it has the utility's letterhead and no frame. */

import { amountShown, instantShown, numberShown, type PaymentDetails, paymentMethod, paymentStatus } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Link } from '~/ui/button/Link'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Description, type DescriptionItem } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useApprovals } from '../run/useApprovals'
import styles from './Result.module.css'

export function Receipt({ details }: { details: PaymentDetails }) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  const { t: common } = useTranslation()
  const language = useLanguage()
  const portal = useRead('GetPortal', {})
  const approvals = useApprovals(details.proposalId)
  const { transaction } = details
  const { customerWord, tone, document, documentTitle } = paymentStatus(transaction.status, language)
  const items: DescriptionItem[] = [
    { id: 'reference', label: t('receipt.reference'), value: <span className={styles.reference}>{transaction.transactionNo}</span> },
    ...(details.receiptNo
      ? [{ id: 'number', label: t('receipt.number'), value: <span className={styles.reference}>{details.receiptNo}</span> }]
      : []),
    { id: 'status', label: t('receipt.status'), value: <StatusBadge tone={tone}>{customerWord}</StatusBadge> },
    { id: 'date', label: t('receipt.date'), value: instantShown(transaction.paymentDate, language) },
    ...(details.receiptAt ? [{ id: 'posted', label: t('receipt.posted'), value: instantShown(details.receiptAt, language) }] : []),
    { id: 'payer', label: t('review.payer'), value: transaction.requestedBy },
    ...(details.proposalId
      ? [
          {
            id: 'proposal',
            label: t('paying:run.proposal'),
            value: <Link href={link('proposal', { proposalId: details.proposalId })}>{details.proposalId}</Link>,
          },
          { id: 'approved', label: t('paying:run.approved'), value: approvals.join('; ') },
        ]
      : []),
    { id: 'bulk', label: t('review.bulk'), value: t('receipt.bulk', { company: transaction.companyName, id: transaction.bulkId }) },
    {
      id: 'bills',
      label: t('review.bills'),
      value: t('paying:bar.text', {
        bills: t('paying:bills', { count: transaction.totalInvoices, shown: numberShown(transaction.totalInvoices) }),
        accounts: t('paying:accounts', { count: transaction.totalAccounts, shown: numberShown(transaction.totalAccounts) }),
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
    ...details.lines.map(({ kind, amount }) => ({
      id: kind,
      label: t(`receipt.${kind}`, { account: details.creditAccountNo ?? '' }),
      value: amountShown(amount),
    })),
  ]
  return (
    <section className={styles.receipt} aria-label={documentTitle}>
      <header className={styles.letterhead}>
        <strong>{portal.utilityName}</strong>
        <span>{documentTitle}</span>
      </header>
      <Description items={items} isTotalLast />
      {document !== 'receipt' && <p className={styles.isNone}>{t(`receipt.isNone.${document}`)}</p>}
      <p className={styles.foot}>{common('careLine', { number: portal.careLine })}</p>
    </section>
  )
}
