import { amountShown, type Bill, billState, type Day, dayShown, type Language } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import { StatusBadge } from '../../ui/StatusBadge'
import type { Translate } from '../../words/useTranslation'
import { TwoLines } from './TwoLines'

export type BillKind = 'outstanding' | 'charges'

export const billHref = (invoiceNo: string) => `/billPayment/bills/${invoiceNo}`

/** Columns whose names are core's sorting names can be ordered by. */
export function billColumns(kind: BillKind, t: Translate<'bills'>, language: Language, today: Day): Column<Bill>[] {
  const invoice: Column<Bill> = {
    id: 'invoiceNo',
    header: t('columns.invoice'),
    isSortable: true,
    priority: 'title',
    isRowHeader: true,
    minWidth: 9.5,
    cell: ({ invoiceNo, billBatchId }) => <TwoLines first={invoiceNo} second={t('batches.short', { id: billBatchId })} />,
  }
  const account: Column<Bill> = {
    id: 'accountNo',
    header: t('columns.account'),
    isSortable: true,
    minWidth: 9.5,
    cell: ({ accountNo, referenceId, groupName }) => (
      <TwoLines first={accountNo} second={[referenceId, groupName].filter(Boolean).join(' · ')} />
    ),
  }
  const due: Column<Bill> = {
    id: 'dueDate',
    header: t('columns.due'),
    isSortable: true,
    width: 7.5,
    cell: ({ dueDate }) => dueDate && dayShown(dueDate, language),
  }
  const state: Column<Bill> = {
    id: 'state',
    header: t('columns.state'),
    priority: 'status',
    width: 10.5,
    cell: (bill) => {
      const { word, tone } = billState(bill, today, language)
      return <StatusBadge tone={tone}>{word}</StatusBadge>
    },
  }
  const current = amount('current', t('columns.current'), ({ currentCharge }) => currentCharge)
  const earlier = amount('earlier', t('columns.earlier'), ({ outstandingAmount }) => outstandingAmount)
  const total: Column<Bill> = {
    ...amount('totalAmountPayable', t('columns.total'), ({ totalAmountPayable }) => totalAmountPayable),
    isSortable: true,
    priority: 'amount',
  }
  return kind === 'outstanding'
    ? [invoice, account, due, state, current, total]
    : [account, invoice, due, earlier, current, { ...total, width: 9.5 }]
}

const amount = (id: string, header: string, of: (bill: Bill) => string): Column<Bill> => ({
  id,
  header,
  align: 'end',
  width: 8.5,
  cell: (bill) => amountShown(of(bill)),
})
