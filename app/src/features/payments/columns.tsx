/** The columns of lists of payments. */
import { amountShown, countShown, instantShown, type Language, paymentMethod, type Transaction } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import styles from './columns.module.css'
import { PaymentStatus } from './PaymentStatus'
import type { Audience } from './statuses'
import type { PaymentWords } from './words'

export const paymentColumns = (t: PaymentWords, language: Language, audience: Audience): Column<Transaction>[] => [
  {
    id: 'transactionNo',
    header: t('column.transaction'),
    cell: (row) => row.transactionNo,
    width: 9.5,
    priority: 'title',
    isRowHeader: true,
  },
  ...(audience === 'staff'
    ? [
        {
          id: 'company',
          header: t('column.company'),
          cell: (row: Transaction) => <Two first={row.companyName} second={row.bulkId} />,
          minWidth: 10.5,
        },
      ]
    : []),
  {
    id: 'paymentDate',
    header: t('column.made'),
    cell: (row) => <Two first={instantShown(row.paymentDate, language)} second={row.requestedBy} />,
    width: 11,
    isSortable: true,
  },
  {
    id: 'method',
    header: t('column.method'),
    cell: (row) => <Two first={paymentMethod(row.paymentMethod, language).word} second={row.bankName} />,
    minWidth: 9.5,
  },
  {
    id: 'transactionAmount',
    header: t('column.amount'),
    cell: (row) => (
      <Two
        first={amountShown(row.transactionAmount)}
        second={t('column.bills', { count: row.totalInvoices, shown: countShown(row.totalInvoices) })}
      />
    ),
    align: 'end',
    width: 10,
    isSortable: true,
    priority: 'amount',
  },
  {
    id: 'status',
    header: t('column.status'),
    cell: (row) => <PaymentStatus status={row.status} audience={audience} />,
    width: audience === 'staff' ? 12 : 10.5,
    priority: 'status',
  },
]

/** A thing and, quieter, what belongs to it. */
export function Two({ first, second }: { first: string; second: string | null | undefined }) {
  return (
    <>
      {first}
      {second && <span className={styles.second}>{second}</span>}
    </>
  )
}
