/** The rows of the report: cost by month, group and cost centre. */
import { amountShown, type CostReportRow, monthShown, numberShown } from '~/core/core'
import { list } from '~/kit/list/declare'
import { dayFrom, dayTo } from '~/kit/list/filters'
import { TwoLines } from '~/ui/text/TwoLines'

const keyOf = ({ month, groupName, code }: CostReportRow) => [month, groupName ?? '', code ?? ''].join(' ')

export const costReportList = list('costReport', 'costs', {
  filters: {
    from: dayFrom({ label: 'report.from', chip: (day, { t }) => t('report.chipFrom', { day }) }),
    to: dayTo({ label: 'report.to', chip: (day, { t }) => t('report.chipTo', { day }) }),
  },
  also: { recordCount: 200 },
  rowKey: keyOf,
  rowLabel: ({ month, groupName, code }, { t, language }) =>
    t('report.row', {
      month: monthShown(month, language),
      group: groupName ?? t('report.noGroup'),
      centre: code ?? t('report.uncoded'),
    }),
  columns: [
    { id: 'month', header: 'report.month', width: 7, priority: 'title', cell: ({ month }, { language }) => monthShown(month, language) },
    { id: 'group', header: 'report.group', minWidth: 9, worth: 3, cell: ({ groupName }, { t }) => groupName ?? t('report.noGroup') },
    {
      id: 'centre',
      header: 'report.centre',
      minWidth: 11,
      isRowHeader: true,
      worth: 4,
      cell: ({ code, name }, { t }) => (code === null ? t('report.uncoded') : <TwoLines first={code} second={name} />),
    },
    { id: 'bills', header: 'report.bills', align: 'end', width: 6, worth: 1, cell: ({ bills }) => numberShown(bills) },
    { id: 'cost', header: 'report.cost', align: 'end', width: 10, priority: 'amount', cell: ({ cost }) => amountShown(cost) },
  ],
  caption: ['report.caption'],
  empty: { title: 'report.empty.title', body: 'report.empty.body' },
  unmatched: { title: 'report.empty.title', body: 'report.empty.body', clear: 'report.empty.clear' },
})
