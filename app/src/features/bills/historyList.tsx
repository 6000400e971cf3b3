/** Bill history: the bills of the last six months, paid and unpaid. */

import { amountShown, billState, dayShown, type HistoryState, type ReadingType } from '../../core/core'
import { link } from '../../core/links'
import { useOwnGroupOptions } from '../../kit/accounts/useGroups'
import { useHint } from '../../kit/call/read'
import { list } from '../../kit/list/declare'
import { choice, dayFrom, dayTo, picked, text } from '../../kit/list/filters'
import { searched } from '../../kit/list/searched'
import { useBulkId } from '../../kit/session/useProfile'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import type { Option } from '../../ui/form/Options'
import { TwoLines } from '../../ui/text/TwoLines'

const states = ['paymentRequired', 'paymentOverdue', 'inPayment', 'paid', 'noActionRequired'] as const satisfies HistoryState[]
const readings = ['actual', 'estimated', 'final', 'special', 'unmetered'] as const satisfies ReadingType[]
const isReading = (code: string): code is ReadingType => (readings as readonly string[]).includes(code)

const none: readonly string[] = []
// The address parts several by commas, so one within a name is written otherwise.
const tariffId = (tariff: string) => tariff.replaceAll('%', '%25').replaceAll(',', '%2C')

function useTariffOptions(): Option[] {
  return (useHint('GetBillTariffs', { id: useBulkId() }) ?? none).map((tariff) => ({ id: tariffId(tariff), label: tariff }))
}

export const historyList = list('billHistory', 'bills', {
  isPanel: true,
  filters: {
    search: text({
      label: 'search.label',
      hint: 'search.placeholder',
      shortcut: '/',
      chip: (typed, { t, language }) => {
        const { kind, ...found } = searched(typed, language)
        return t(`filters.${kind}`, found)
      },
    }),
    status: choice(states, {
      label: 'columns.state',
      any: 'history.anyStatus',
      option: (name, { t }) => t(`history.states.${name}`),
    }),
    group: picked({
      label: 'filters.group',
      any: 'filters.anyGroup',
      useOptions: useOwnGroupOptions,
      chip: (group, { t }) => t('filters.inGroup', { group }),
      unknown: 'groups:unknown',
    }),
    tariff: picked({
      label: 'details.tariff',
      any: 'history.anyTariff',
      useOptions: useTariffOptions,
      chip: (tariff) => tariff,
      named: decodeTariff,
    }),
    reading: choice(readings, {
      label: 'details.readingType',
      any: 'history.anyReading',
      option: (name, { t }) => t(`details.readings.${name}`),
    }),
    from: dayFrom({ label: 'history.from', chip: (day, { t }) => t('history.invoicedFrom', { day }) }),
    to: dayTo({ label: 'history.to', chip: (day, { t }) => t('history.invoicedTo', { day }) }),
  },
  rowKey: ({ invoiceNo }) => invoiceNo,
  rowLabel: ({ invoiceNo }, { t }) => t('invoice', { invoiceNo }),
  rowHref: ({ invoiceNo }) => link('bill', { invoiceNo }),
  columns: [
    {
      id: 'invoiceNo',
      header: 'columns.invoice',
      priority: 'title',
      isRowHeader: true,
      width: 8.25,
      cell: ({ invoiceNo, billBatchId }, { t }) => (
        <TwoLines first={invoiceNo} second={t('batches.short', { id: billBatchId })} short={billBatchId} />
      ),
    },
    {
      id: 'accountNo',
      header: 'columns.account',
      minWidth: 11,
      worth: 4,
      cell: ({ accountNo, referenceId, groupName }) => <TwoLines first={accountNo} second={referenceId} extra={groupName} />,
    },
    {
      id: 'invoiceDate',
      header: 'history.invoiced',
      width: 7.5,
      worth: 5,
      cell: ({ invoiceDate }, { language }) => dayShown(invoiceDate, language),
      isDate: true,
    },
    {
      id: 'dueDate',
      header: 'columns.due',
      width: 7.5,
      worth: 3,
      cell: ({ dueDate }, { language }) => dueDate && dayShown(dueDate, language),
      isDate: true,
    },
    {
      id: 'tariff',
      header: 'details.tariff',
      minWidth: 9,
      worth: 1,
      cell: ({ tariff, readingType }, { t }) => (
        <TwoLines first={tariff} second={isReading(readingType) ? t(`details.readings.${readingType}`) : readingType} />
      ),
    },
    {
      id: 'status',
      header: 'columns.state',
      priority: 'status',
      width: 10.75,
      cell: (bill, { today, language }) => {
        const { word, tone } = billState(bill, today, language)
        return <StatusBadge tone={tone}>{word}</StatusBadge>
      },
    },
    {
      id: 'totalAmountPayable',
      header: 'history.total',
      align: 'end',
      width: 8.25,
      priority: 'amount',
      cell: ({ totalAmountPayable }) => amountShown(totalAmountPayable),
    },
  ],
  caption: ['history.caption', 'history.matching'],
  empty: { title: 'history.empty.title', body: 'history.empty.body' },
  unmatched: { title: 'unmatched.title', body: 'unmatched.body', clear: 'unmatched.action' },
})

/** What is no such name, as in an address typed by hand, is taken as it is. */
function decodeTariff(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
