/** The list of the company's queries about bills, the newest first. Open queries are the first view. */
import { dayAt, dayShown, type QueryRow } from '~/core/core'
import { link } from '~/core/links'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { choice, text, view } from '~/kit/list/filters'
import { queryKinds } from '~/kit/queries/kinds'
import { TwoLines } from '~/ui/text/TwoLines'
import { otherBills } from './queries/otherBills'
import { QueryStatus } from './queries/QueryStatus'

export const queryViews = ['open', 'ended', 'all'] as const
export type QueryView = (typeof queryViews)[number]

export const queryList = list('queries', 'queries', {
  filters: {
    show: view(queryViews, {
      label: 'views.label',
      option: (name, { t }) => t(`views.${name}`),
      first: 'open',
      whole: 'all',
      asks: (name) => name === 'open',
      caption: { open: 'list.open', ended: 'list.ended', all: 'list.all' },
      empty: {
        open: { title: 'list.noneOpen', body: 'list.noneOpenBody' },
        ended: { title: 'list.noneEnded' },
        all: { title: 'list.none', body: 'list.noneOpenBody' },
      },
    }),
    search: text({ label: 'filters.search', hint: 'filters.searchHint' }),
    kind: choice(queryKinds, { label: 'filters.kind', any: 'filters.anyKind', option: (kind, { t }) => t(`kinds.${kind}`) }),
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
      cell: ({ invoiceNo, otherInvoiceNos, caseNo }, { t }) => (
        <TwoLines
          first={invoiceNo}
          second={[otherBills(otherInvoiceNos, t), caseNo && t('columns.case', { caseNo })].filter(Boolean).join(' · ')}
        />
      ),
    },
    {
      id: 'kind',
      header: 'columns.kind',
      minWidth: 8,
      worth: 2,
      cell: ({ kind }, { t }) => t(`kinds.${kind}`),
      inCard: ({ kind }, { t }) => t(`kinds.${kind}`),
    },
    {
      id: 'accountNo',
      header: 'columns.account',
      width: 9,
      narrow: { width: 7.5, worth: 4 },
      worth: 4,
      isEssential: true,
      cell: ({ accountNo }) => accountNo,
      inCard: ({ accountNo }) => accountNo,
    },
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
    {
      id: 'answerDue',
      header: 'columns.answerDue',
      isDate: true,
      width: 7.5,
      worth: 3.5,
      cell: ({ answerDue }, { language }) => answerDue && dayShown(answerDue, language),
    },
    { id: 'state', header: 'columns.state', priority: 'status', width: 9.75, cell: ({ state }) => <QueryStatus state={state} /> },
  ],
  caption: ['list.all', 'list.matching'],
  empty: { title: 'list.none', body: 'list.noneOpenBody' },
  unmatched: { title: 'list.unmatched', body: 'list.unmatchedBody', clear: 'list.clear' },
})
