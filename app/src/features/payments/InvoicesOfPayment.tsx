/** The invoices that a payment pays. */
import { useMemo } from 'react'
import { amountShown, countShown, dayShown, type PaymentItem } from '../../core'
import { DataTable } from '../../ui/DataTable'
import type { Column } from '../../ui/dataTableTypes'
import { useListed } from '../../useListed'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { useInvoices } from './useInvoices'

const keyOf = (item: PaymentItem) => item.invoiceNo

export function InvoicesOfPayment({ of, transactionNo }: { of: Parameters<typeof useInvoices>[0]; transactionNo: string }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const invoices = useInvoices(of, transactionNo)
  const columns = useMemo<Column<PaymentItem>[]>(
    () => [
      { id: 'invoiceNo', header: t('invoices.invoice'), cell: keyOf, width: 9, priority: 'title', isRowHeader: true },
      { id: 'accountNo', header: t('invoices.account'), cell: (item) => item.accountNo, width: 9 },
      { id: 'referenceId', header: t('invoices.referenceId'), cell: (item) => item.referenceId },
      { id: 'batch', header: t('invoices.batch'), cell: (item) => item.billBatchId, width: 8 },
      { id: 'dueDate', header: t('invoices.due'), cell: (item) => item.dueDate && dayShown(item.dueDate, language), width: 8 },
      { id: 'amount', header: t('invoices.amount'), cell: (item) => amountShown(item.amount), align: 'end', width: 10, priority: 'amount' },
    ],
    [t, language],
  )
  const listed = useListed(invoices)
  return (
    <DataTable
      caption={t('invoices.count', { count: invoices.total ?? 0, shown: countShown(invoices.total) })}
      columns={columns}
      rowKey={keyOf}
      rowLabel={keyOf}
      {...listed}
      empty={{ title: t('invoices.nothing') }}
    />
  )
}
