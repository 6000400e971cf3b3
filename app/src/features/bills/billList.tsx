/** The lists of unpaid bills: all of them, and those of accounts with earlier charges. */

import { amountShown, type Bill, billState, dayShown } from '../../core/core'
import { link } from '../../core/links'
import { useOwnGroupOptions } from '../../kit/accounts/useGroups'
import { type ListColumn, list } from '../../kit/list/declare'
import { dayFrom, dayTo, numbers, picked, text, view, yesNo } from '../../kit/list/filters'
import { searched } from '../../kit/list/searched'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import { TwoLines } from '../../ui/text/TwoLines'
import type { KeyOf } from '../../words/store'

type BillColumn = ListColumn<Bill, 'bills'>

const invoice: BillColumn = {
  id: 'invoiceNo',
  header: 'columns.invoice',
  priority: 'title',
  isRowHeader: true,
  width: 12.75,
  cell: ({ invoiceNo, billBatchId }, { t }) => (
    <TwoLines first={invoiceNo} second={t('batches.short', { id: billBatchId })} short={billBatchId} />
  ),
}
const account: BillColumn = {
  id: 'accountNo',
  header: 'columns.account',
  minWidth: 9,
  worth: 4,
  cell: ({ accountNo, referenceId, groupName }) => <TwoLines first={accountNo} second={referenceId} extra={groupName} />,
}
const due: BillColumn = {
  id: 'dueDate',
  header: 'columns.due',
  width: 7.5,
  worth: 3,
  cell: ({ dueDate }, { language }) => dueDate && dayShown(dueDate, language),
  isDate: true,
}
const state: BillColumn = {
  id: 'status',
  header: 'columns.state',
  priority: 'status',
  width: 10.75,
  cell: (bill, { today, language }) => {
    const { word, tone } = billState(bill, today, language)
    return <StatusBadge tone={tone}>{word}</StatusBadge>
  },
}
const amount = (id: string, header: KeyOf<'bills'>, of: (bill: Bill) => string): BillColumn => ({
  id,
  header,
  align: 'end',
  width: 8.5,
  cell: (bill) => amountShown(of(bill)),
})
const current = { ...amount('currentCharge', 'columns.current', ({ currentCharge }) => currentCharge), width: 8, worth: 1 }
const earlier = { ...amount('outstandingAmount', 'columns.earlier', ({ outstandingAmount }) => outstandingAmount), worth: 5 }
const total: BillColumn = {
  ...amount('totalAmountPayable', 'columns.total', ({ totalAmountPayable }) => totalAmountPayable),
  width: 8.25,
  priority: 'amount',
}

/** Bills that can be paid now, the others, and both. */
export const billViews = ['payable', 'rest', 'all'] as const
export type BillView = (typeof billViews)[number]

const billHref = (invoiceNo: string) => link('bill', { invoiceNo })

const billsFrom = (name: 'outstandingBills' | 'outstandingCharges', kind: 'outstanding' | 'charges', columns: readonly BillColumn[]) =>
  list(name, 'bills', {
    isPanel: true,
    filters: {
      show: view(billViews, {
        label: 'views.label',
        option: (name, { t }) => t(`views.${name}`),
        first: 'payable',
        whole: 'all',
        asks: (name) => name === 'payable',
        caption: { payable: `${kind}.payable`, rest: `${kind}.rest`, all: `${kind}.caption` },
        empty: {
          payable: { title: `${kind}.nonePayable.title`, body: `${kind}.nonePayable.body` },
          rest: { title: `${kind}.noRest.title` },
          all: { title: `${kind}.empty.title`, body: `${kind}.empty.body` },
        },
      }),
      search: text({
        label: 'search.label',
        hint: 'search.placeholder',
        shortcut: '/',
        chip: (typed, { t, language }) => {
          const { kind, ...found } = searched(typed, language)
          return t(`filters.${kind}`, found)
        },
      }),
      overdue: yesNo({
        label: 'filters.late',
        options: ['filters.all', 'filters.overdue', 'filters.notOverdue'],
        isOpen: true,
      }),
      from: dayFrom({
        label: 'filters.from',
        chip: (day, { t }) => t('filters.dueFrom', { day }),
      }),
      to: dayTo({
        label: 'filters.to',
        chip: (day, { t }) => t('filters.dueTo', { day }),
      }),
      group: picked({
        label: 'filters.group',
        any: 'filters.anyGroup',
        useOptions: useOwnGroupOptions,
        chip: (group, { t }) => t('filters.inGroup', { group }),
        unknown: 'groups:unknown',
      }),
      batch: numbers('batchId', {
        label: 'filters.batches',
        hint: 'filters.batchesHint',
        chip: (id, { t }) => t('batches.short', { id }),
      }),
    },
    rowKey: ({ invoiceNo }) => invoiceNo,
    rowLabel: ({ invoiceNo }, { t }) => t('invoice', { invoiceNo }),
    rowHref: ({ invoiceNo }) => billHref(invoiceNo),
    columns,
    caption: [`${kind}.caption`],
    selecting: 'all.select',
    empty: { title: `${kind}.empty.title`, body: `${kind}.empty.body` },
    unmatched: { title: 'unmatched.title', body: 'unmatched.body', clear: 'unmatched.action' },
  })

export const billList = billsFrom('outstandingBills', 'outstanding', [invoice, account, due, state, current, total])
export const chargeList = billsFrom('outstandingCharges', 'charges', [account, invoice, due, earlier, current, { ...total, width: 9.5 }])
