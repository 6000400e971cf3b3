/** The list of cost centres, with the number of accounts and groups that use each. */
import { numberShown } from '~/core/core'
import { oneOf, parseText } from '~/kit/list/address'
import { list } from '~/kit/list/declare'
import { text, yesNo } from '~/kit/list/filters'
import { StatusBadge } from '~/ui/feedback/StatusBadge'

export const costCentreList = list('costCentres', 'costs', {
  filters: {
    search: text({ label: 'search.label', hint: 'search.hint', chip: (typed, { t }) => t('search.chip', { text: typed }) }),
    active: yesNo({ label: 'columns.status', options: ['filters.all', 'active', 'inactive'] }),
  },
  beside: {
    open: oneOf('add', 'edit', 'remove'),
    /** The code of the cost centre that the dialogue is about. */
    centre: parseText,
  },
  also: { recordCount: 200 },
  rowKey: ({ code }) => code,
  rowLabel: ({ code, name }) => `${code} ${name}`,
  columns: [
    { id: 'code', header: 'columns.code', priority: 'title', isRowHeader: true, width: 11, cell: ({ code }) => code },
    { id: 'costCentreName', header: 'columns.name', minWidth: 12, worth: 4, cell: ({ name }) => name },
    {
      id: 'codedAccounts',
      header: 'columns.accounts',
      align: 'end',
      width: 8,
      worth: 2,
      cell: ({ codedAccounts }) => numberShown(codedAccounts),
    },
    { id: 'codedGroups', header: 'columns.groups', align: 'end', width: 8, worth: 1, cell: ({ codedGroups }) => numberShown(codedGroups) },
    {
      id: 'isActive',
      header: 'columns.status',
      width: 7.5,
      priority: 'status',
      cell: ({ isActive }, { t }) => (isActive ? t('active') : <StatusBadge tone="neutral">{t('inactive')}</StatusBadge>),
    },
  ],
  caption: ['list.count', 'list.matching'],
  empty: { title: 'empty.title', body: 'empty.body' },
  unmatched: { title: 'unmatched.title', body: 'unmatched.body', clear: 'unmatched.action' },
})

export type CostCentreSearch = ReturnType<typeof costCentreList.read>
