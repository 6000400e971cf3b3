/** The queries of all customers, the most urgent first. */
import { dayAt, dayShown, daysBetween, numberShown, type QueryState, type QueuedQuery } from '~/core/core'
import { link } from '~/core/links'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { choice, text, view, yesNo } from '~/kit/list/filters'
import { queryKinds } from '~/kit/queries/kinds'
import { awaitingStates } from '~/kit/queue/queriesToAnswer'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'
import { useTranslation } from '~/words/useTranslation'
import { otherBills } from '../otherBills'
import { QueryStatus } from '../QueryStatus'

/** The working days until the answer is due, marked if it is late. */
function DaysLeft({ left }: { left: number }) {
  const { t } = useTranslation('queriesStaff')
  if (left < 0) return <StatusBadge tone="bad">{t('columns.daysLate', { count: -left, shown: numberShown(-left) })}</StatusBadge>
  return left === 0 ? t('columns.today') : t('columns.daysLeft', { count: left, shown: numberShown(left) })
}

/** The views of the queue, each with the states that it asks for. An answered query leaves the first one. */
export const statesOfView = {
  awaiting: awaitingStates,
  answered: ['answered'],
  ended: ['accepted', 'closed', 'withdrawn'],
  all: [],
} as const satisfies Record<string, readonly QueryState[]>
export type QueueView = keyof typeof statesOfView
export const queueViews = Object.keys(statesOfView) as QueueView[]

export const queryQueueList = list('queryQueue', ['queriesStaff', 'queries'], {
  filters: {
    show: view(queueViews, {
      label: 'queries:views.label',
      option: (name, { t }) => t(`views.${name}`),
      first: 'awaiting',
      whole: 'all',
      asks: (name) => [...statesOfView[name]],
      caption: { awaiting: 'list.awaiting', answered: 'list.answered', ended: 'queries:list.ended', all: 'queries:list.all' },
      empty: {
        awaiting: { title: 'list.noneAwaiting' },
        answered: { title: 'list.noneAnswered' },
        ended: { title: 'queries:list.noneEnded' },
        all: { title: 'queries:list.none', body: 'noneBody' },
      },
    }),
    search: text({ label: 'queries:filters.search', hint: 'searchHint' }),
    kind: choice(queryKinds, {
      label: 'queries:filters.kind',
      any: 'queries:filters.anyKind',
      option: (kind, { t }) => t(`queries:kinds.${kind}`),
    }),
    assigned: choice(['me', 'noOne'], {
      label: 'filters.assigned',
      any: 'filters.anyAssigned',
      option: (name, { t }) => t(`filters.${name}`),
    }),
    late: yesNo({ label: 'filters.late', options: ['filters.anyLate', 'filters.isLate', 'filters.isNotLate'] }),
  },
  rowKey: ({ queryId }) => queryId,
  rowLabel: ({ invoiceNo, companyName }: QueuedQuery, { t }: Context<readonly ['queriesStaff', 'queries']>) =>
    t('one', { invoiceNo, company: companyName }),
  rowHref: ({ bulkId, queryId }) => link('staffQuery', { bulkId, queryId }),
  columns: [
    {
      id: 'invoiceNo',
      header: 'columns.bill',
      priority: 'title',
      isRowHeader: true,
      width: 8.5,
      narrow: { width: 7.5, worth: 1 },
      cell: ({ invoiceNo, otherInvoiceNos }, { t }) => <TwoLines first={invoiceNo} second={otherBills(otherInvoiceNos, t)} />,
    },
    {
      id: 'kind',
      header: 'queries:columns.kind',
      minWidth: 7.5,
      worth: 1.5,
      cell: ({ kind }, { t }) => t(`queries:kinds.${kind}`),
      inCard: ({ kind }, { t }) => t(`queries:kinds.${kind}`),
    },
    {
      id: 'company',
      header: 'columns.company',
      minWidth: 9,
      narrow: { width: 7, worth: 1 },
      worth: 2.5,
      cell: ({ companyName, bulkId }) => <TwoLines first={companyName} second={bulkId} />,
      inCard: ({ companyName }) => companyName,
    },
    {
      id: 'accountNo',
      header: 'queries:columns.account',
      width: 8,
      narrow: { width: 7.5, worth: 4 },
      worth: 4,
      isEssential: true,
      cell: ({ accountNo }) => accountNo,
      inCard: ({ accountNo }) => accountNo,
    },
    {
      id: 'answerDue',
      header: 'queries:columns.answerDue',
      isDate: true,
      width: 7.5,
      worth: 3,
      cell: ({ answerDue }, { language }) => answerDue && dayShown(answerDue, language),
    },
    {
      id: 'left',
      header: 'columns.left',
      width: 7,
      worth: 3.5,
      cell: ({ workingDaysLeft }) => workingDaysLeft !== null && <DaysLeft left={workingDaysLeft} />,
    },
    {
      id: 'openedAt',
      header: 'columns.age',
      width: 5,
      worth: 2,
      cell: ({ openedAt }, { t, today }) => {
        const days = daysBetween(dayAt(openedAt), today)
        return days > 0 ? t('columns.days', { count: days, shown: numberShown(days) }) : t('columns.today')
      },
    },
    { id: 'assigned', header: 'columns.assigned', minWidth: 6.25, worth: 2, cell: ({ assignedTo }) => assignedTo },
    {
      id: 'state',
      header: 'queries:columns.state',
      priority: 'status',
      width: 9.75,
      cell: ({ state }) => <QueryStatus state={state} />,
    },
  ],
  caption: ['queries:list.all', 'queries:list.matching'],
  empty: { title: 'queries:list.none', body: 'noneBody' },
  unmatched: { title: 'queries:list.unmatched', body: 'queries:list.unmatchedBody', clear: 'queries:list.clear' },
})
