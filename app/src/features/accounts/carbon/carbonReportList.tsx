/** The rows of the emissions report: by month, group or account. */
import { type CarbonBy, type CarbonReportRow, monthShown, numberShown } from '~/core/core'
import { kwhOfMonth } from '~/kit/cost/years'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { dayFrom, dayTo, view } from '~/kit/list/filters'
import { TwoLines } from '~/ui/text/TwoLines'
import { tonnesShown } from './tonnes'

export const carbonViews = ['month', 'group', 'account'] as const satisfies CarbonBy[]

const empty = { title: 'empty.title', body: 'empty.body' } as const

function nameOf({ month, groupName, accountNo }: CarbonReportRow, { t, language }: Context<'carbon'>) {
  return month !== null ? monthShown(month, language) : (accountNo ?? groupName ?? t('noGroup'))
}

export const carbonReportList = list('carbonReport', 'carbon', {
  filters: {
    by: view(carbonViews, {
      label: 'views.label',
      option: (name, { t }) => t(`views.${name}`),
      first: 'month',
      whole: 'month',
      asks: (name) => name,
      caption: { month: 'caption.month', group: 'caption.group', account: 'caption.account' },
      empty: { month: empty, group: empty, account: empty },
    }),
    from: dayFrom({ label: 'from', chip: (day, { t }) => t('chipFrom', { day }) }),
    to: dayTo({ label: 'to', chip: (day, { t }) => t('chipTo', { day }) }),
  },
  also: { recordCount: 200 },
  rowKey: ({ month, groupName, accountNo }: CarbonReportRow) => month ?? accountNo ?? `group ${groupName ?? ''}`,
  rowLabel: nameOf,
  columns: [
    {
      id: 'name',
      header: 'columns.name',
      priority: 'title',
      isRowHeader: true,
      minWidth: 10,
      cell: (row, context) => <TwoLines first={nameOf(row, context)} second={row.referenceId} />,
    },
    {
      id: 'region',
      header: 'columns.grid',
      minWidth: 9,
      worth: 2,
      cell: ({ region }, { t }) => (region === null ? '' : t(`grids.${region}`)),
    },
    { id: 'bills', header: 'columns.bills', align: 'end', width: 6, worth: 1, cell: ({ bills }) => numberShown(bills) },
    { id: 'kwh', header: 'columns.kwh', align: 'end', width: 9, worth: 5, cell: ({ kwh }) => kwhOfMonth(kwh) },
    { id: 'first', header: 'columns.first', align: 'end', width: 10, worth: 3, cell: ({ firstKg }) => tonnesShown(firstKg) },
    { id: 'market', header: 'columns.market', align: 'end', width: 10, worth: 4, cell: ({ marketKg }) => tonnesShown(marketKg) },
    {
      id: 'kg',
      header: 'columns.kg',
      align: 'end',
      width: 10,
      priority: 'amount',
      cell: ({ kg }) => tonnesShown(kg),
      inCard: ({ kg }, { t }) => t('tonnes', { tonnes: tonnesShown(kg) }),
    },
  ],
  caption: ['caption.month'],
  empty,
  unmatched: { ...empty, clear: 'empty.clear' },
})
