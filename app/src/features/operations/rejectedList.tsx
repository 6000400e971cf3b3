/** The list of a file's rejected rows, in the order of the file. */
import { numberShown, type RejectedRow } from '~/core/core'
import { list } from '~/kit/list/declare'
import { text } from '~/kit/list/filters'

export const rejectedList = list('rejectedRows', 'operations', {
  filters: { search: text({ label: 'rejected.search', hint: 'rejected.searchHint' }) },
  rowKey: ({ line }: RejectedRow) => String(line),
  rowLabel: ({ line }, { t }) => t('rejected.row', { line: numberShown(line) }),
  columns: [
    {
      id: 'line',
      header: 'rejected.line',
      width: 7,
      align: 'end',
      priority: 'title',
      isRowHeader: true,
      cell: ({ line }) => numberShown(line),
    },
    { id: 'number', header: 'rejected.number', width: 10, cell: ({ number }) => number },
    // The reason is always in English: it is also written to the file of rejected rows, which the utility's billing system reads.
    { id: 'reason', header: 'rejected.reason', minWidth: 18, wraps: true, cell: ({ reason }) => <span lang="en">{reason}</span> },
  ],
  caption: ['rejected.count', 'rejected.matching'],
  empty: { title: 'rejected.nothing' },
  unmatched: { title: 'nothingMatches', body: 'nothingMatchesHint', clear: 'showAll' },
})
