/** The list of the company's queries about bills, the newest first. Open queries are the first view. */
import { dayAt, dayShown, type QueryRow } from '../../core/core'
import { link } from '../../core/links'
import type { Context } from '../../kit/list/context'
import { list } from '../../kit/list/declare'
import { text, view } from '../../kit/list/filters'
import { TwoLines } from '../../ui/text/TwoLines'
import { account, answerDue, byKind, kind, queryViews, state, views } from './queryColumns'

export const queryList = list('queries', 'queries', {
  filters: {
    show: view(queryViews, {
      ...views,
      empty: {
        open: { title: 'list.noneOpen', body: 'list.noneOpenBody' },
        ended: { title: 'list.noneEnded' },
        all: { title: 'list.none', body: 'list.noneOpenBody' },
      },
    }),
    search: text({ label: 'filters.search', hint: 'filters.searchHint' }),
    kind: byKind,
  },
  rowKey: ({ queryId }) => queryId,
  rowLabel: ({ invoiceNo }: QueryRow, { t }: Context<'queries'>) => t('one', { invoiceNo }),
  rowHref: ({ invoiceNo, queryId }) => link('bill', { invoiceNo, query: queryId }),
  columns: [
    {
      id: 'invoiceNo',
      header: 'columns.invoice',
      priority: 'title',
      isRowHeader: true,
      width: 10,
      narrow: { width: 7.5, worth: 1 },
      cell: ({ invoiceNo, caseNo }, { t }) => <TwoLines first={invoiceNo} second={caseNo && t('columns.case', { caseNo })} />,
    },
    { ...kind, minWidth: 8 },
    account,
    {
      id: 'openedAt',
      header: 'columns.opened',
      isDate: true,
      minWidth: 9,
      narrow: { width: 6.875, worth: 1.5 },
      worth: 3,
      cell: ({ openedAt, openedBy }, { language }) => <TwoLines first={dayShown(dayAt(openedAt), language)} second={openedBy} />,
      inCard: ({ openedAt, openedBy }, { language }) => `${dayShown(dayAt(openedAt), language)} · ${openedBy}`,
    },
    { ...answerDue, worth: 3.5 },
    state,
  ],
  caption: ['list.all', 'list.matching'],
  empty: { title: 'list.none', body: 'list.noneOpenBody' },
  unmatched: { title: 'list.unmatched', body: 'list.unmatchedBody', clear: 'list.clear' },
})
