/** Columns and filters shared by the lists of bills, and the settings of their rows. */

import { amountShown, type Bill, billState, type Closure, dayShown } from '~/core/core'
import { link } from '~/core/links'
import { useOwnGroupOptions } from '~/kit/accounts/useGroups'
import type { Context } from '~/kit/list/context'
import type { ListColumn } from '~/kit/list/declare'
import { type ChoiceFilter, choice, type PickedFilter, picked, type TextFilter, text, type YesNoFilter, yesNo } from '~/kit/list/filters'
import { searched } from '~/kit/list/searched'
import { BillStatus } from '~/kit/paying/BillStatus'
import { deferComponent } from '~/ui/base/deferred'
import { TwoLines } from '~/ui/text/TwoLines'
import { type KeyOf, withWords } from '~/words/store'

export type BillColumn = ListColumn<Bill, 'bills'>

export const invoice: BillColumn = {
  id: 'invoiceNo',
  header: 'columns.invoice',
  priority: 'title',
  isRowHeader: true,
  width: 13.25,
  narrow: { width: 7.5, worth: 2 },
  cell: ({ invoiceNo, billBatchId }, { t }) => (
    <TwoLines first={invoiceNo} second={t('batches.short', { id: billBatchId })} short={billBatchId} />
  ),
}
export const account: BillColumn = {
  id: 'accountNo',
  header: 'columns.account',
  minWidth: 7.5,
  worth: 4,
  isEssential: true,
  cell: ({ accountNo, referenceId, groupName }) => <TwoLines first={accountNo} second={referenceId} extra={groupName} />,
}
export const due: BillColumn = {
  id: 'dueDate',
  header: 'columns.due',
  width: 12.75,
  narrow: { width: 6.875, worth: 3 },
  worth: 3,
  isEssential: true,
  cell: (bill, { today, language }) => {
    const { note } = billState(bill, today, language)
    return (
      bill.dueDate && (
        <TwoLines
          first={dayShown(bill.dueDate, language)}
          second={note?.text}
          isWarning={note?.tone === 'warning' || note?.tone === 'bad'}
        />
      )
    )
  },
  isDate: true,
}
export const state: BillColumn = {
  id: 'status',
  header: 'columns.state',
  priority: 'status',
  width: 10.75,
  narrow: { width: 6.5, worth: 3.5 },
  cell: (bill) => <BillStatus bill={bill} isInList />,
}
export const amount = (id: string, header: KeyOf<'bills'>, of: (bill: Bill) => string): BillColumn => ({
  id,
  header,
  align: 'end',
  width: 8.5,
  cell: (bill) => amountShown(of(bill)),
})
export const total: BillColumn = {
  ...amount('totalAmountPayable', 'columns.total', ({ totalAmountPayable }) => totalAmountPayable),
  width: 8,
  narrow: { width: 7, worth: 3 },
  priority: 'amount',
}

export const bySearch: TextFilter<'bills'> = text({
  label: 'search.label',
  hint: 'search.placeholder',
  chip: (typed, { t, language }) => {
    const { kind, ...found } = searched(typed, language)
    return t(`filters.${kind}`, found)
  },
})
export const byGroup: PickedFilter<'bills'> = picked({
  label: 'filters.group',
  any: 'filters.anyGroup',
  useOptions: useOwnGroupOptions,
  chip: (group, { t }) => t('filters.inGroup', { group }),
  unknown: 'list:group.unknown',
})

export const byEInvoice: YesNoFilter<'bills'> = yesNo({
  label: 'eInvoice.title',
  options: ['filters.anyEInvoice', 'filters.validEInvoice', 'filters.noValidEInvoice'],
})

/** Reasons for which an unpaid bill is closed. */
export const unpaidClosures = ['partlyPaid', 'reportedPaid', 'disabled'] as const satisfies Closure[]
export const byClosure = <const Name extends Closure>(closures: readonly Name[]): ChoiceFilter<'bills', Name> =>
  choice(closures, {
    label: 'filters.closed',
    any: 'filters.anyClosed',
    option: (name, { t }) => t(`filters.closures.${name}`),
  })

const BillPanel = deferComponent(withWords(['bills'], async () => (await import('./bill/BillPanel')).BillPanel))

interface Invoiced {
  invoiceNo: string
}

export const billRows = {
  rowKey: ({ invoiceNo }: Invoiced) => invoiceNo,
  rowLabel: ({ invoiceNo }: Invoiced, { t }: Context<'bills'>) => t('invoice', { invoiceNo }),
  rowHref: ({ invoiceNo }: Invoiced) => link('bill', { invoiceNo }),
  panel: {
    title: (invoiceNo: string, { t }: Context<'bills'>) => t('details.title', { invoiceNo }),
    href: (invoiceNo: string) => link('bill', { invoiceNo }),
    Body: BillPanel,
  },
  unmatched: { title: 'unmatched.title', body: 'unmatched.body', clear: 'unmatched.action' },
} as const
