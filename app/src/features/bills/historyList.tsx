/** Bill history: the bills of the last six months, paid and unpaid. */

import { dayShown, type HistoryState, type ReadingType } from '~/core/core'
import { useOptionalRead } from '~/kit/call/read'
import { list } from '~/kit/list/declare'
import { choice, dayFrom, dayTo, picked } from '~/kit/list/filters'
import { useBulkId } from '~/kit/session/useProfile'
import type { Option } from '~/ui/form/Options'
import { TwoLines } from '~/ui/text/TwoLines'
import { account, billRows, byClosure, byEInvoice, byGroup, bySearch, due, invoice, state, total, unpaidClosures } from './billColumns'

const states = ['paymentRequired', 'paymentOverdue', 'inPayment', 'paid', 'noActionRequired'] as const satisfies HistoryState[]
const readings = ['actual', 'estimated', 'final', 'special', 'unmetered'] as const satisfies ReadingType[]
const isReading = (code: string): code is ReadingType => (readings as readonly string[]).includes(code)

const none: readonly string[] = []
// The address separates several values with commas, so a comma within a name is encoded.
const tariffId = (tariff: string) => tariff.replaceAll('%', '%25').replaceAll(',', '%2C')

function useTariffOptions(): Option[] {
  return (useOptionalRead('GetBillTariffs', { id: useBulkId() }) ?? none).map((tariff) => ({ id: tariffId(tariff), label: tariff }))
}

export const historyList = list('billHistory', 'bills', {
  filters: {
    search: bySearch,
    status: choice(states, {
      label: 'columns.state',
      any: 'history.anyStatus',
      option: (name, { t }) => t(`history.states.${name}`),
    }),
    group: byGroup,
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
    eInvoice: byEInvoice,
    closed: byClosure(['paidElsewhere', 'carried', ...unpaidClosures]),
    from: dayFrom({ label: 'history.from', chip: (day, { t }) => t('history.invoicedFrom', { day }) }),
    to: dayTo({ label: 'history.to', chip: (day, { t }) => t('history.invoicedTo', { day }) }),
  },
  ...billRows,
  columns: [
    { ...invoice, width: 10.25 },
    { ...account, minWidth: 9, worth: 6 },
    {
      id: 'invoiceDate',
      header: 'history.invoiced',
      width: 7.5,
      narrow: { width: 6.875, worth: 3 },
      worth: 5,
      cell: ({ invoiceDate }, { language }) => dayShown(invoiceDate, language),
      isDate: true,
    },
    { ...due, isEssential: false },
    {
      id: 'tariff',
      header: 'details.tariff',
      minWidth: 9,
      worth: 1,
      cell: ({ tariff, readingType }, { t }) => (
        <TwoLines first={tariff} second={isReading(readingType) ? t(`details.readings.${readingType}`) : readingType} />
      ),
    },
    state,
    { ...total, header: 'history.total' },
  ],
  caption: ['history.caption', 'history.matching'],
  empty: { title: 'history.empty.title', body: 'history.empty.body' },
})

/** Decodes a tariff from the address. Text that cannot be decoded, such as a hand-typed address, is used unchanged. */
function decodeTariff(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
