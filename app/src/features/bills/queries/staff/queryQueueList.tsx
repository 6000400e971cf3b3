/** The queries of all customers, those to answer first come first. */
import { dayAt, daysBetween, numberShown, type QueuedQuery } from '../../../../core/core'
import { link } from '../../../../core/links'
import type { Context } from '../../../../kit/list/context'
import { list } from '../../../../kit/list/declare'
import { choice, text, view, yesNo } from '../../../../kit/list/filters'
import { StatusBadge } from '../../../../ui/feedback/StatusBadge'
import { TwoLines } from '../../../../ui/text/TwoLines'
import { useTranslation } from '../../../../words/useTranslation'
import { account, answerDue, byKind, kind, queryViews, state, views } from '../../queryColumns'

/** The working days until the answer is due, marked if it is late. */
function DaysLeft({ left }: { left: number }) {
  const { t } = useTranslation('queriesStaff')
  if (left < 0) return <StatusBadge tone="bad">{t('columns.daysLate', { count: -left, shown: numberShown(-left) })}</StatusBadge>
  return left === 0 ? t('columns.today') : t('columns.daysLeft', { count: left, shown: numberShown(left) })
}

export const queryQueueList = list('queryQueue', ['queries', 'queriesStaff'], {
  filters: {
    show: view(queryViews, {
      ...views,
      empty: {
        open: { title: 'list.noneOpen' },
        ended: { title: 'list.noneEnded' },
        all: { title: 'list.none', body: 'queriesStaff:noneBody' },
      },
    }),
    search: text({ label: 'filters.search', hint: 'queriesStaff:searchHint' }),
    kind: byKind,
    assigned: choice(['me', 'noOne'], {
      label: 'queriesStaff:filters.assigned',
      any: 'queriesStaff:filters.anyAssigned',
      option: (name, { t }) => t(`queriesStaff:filters.${name}`),
    }),
    late: yesNo({
      label: 'queriesStaff:filters.late',
      options: ['queriesStaff:filters.anyLate', 'queriesStaff:filters.isLate', 'queriesStaff:filters.isNotLate'],
    }),
  },
  rowKey: ({ queryId }) => queryId,
  rowLabel: ({ invoiceNo, companyName }: QueuedQuery, { t }: Context<readonly ['queries', 'queriesStaff']>) =>
    t('queriesStaff:one', { invoiceNo, company: companyName }),
  rowHref: ({ bulkId, queryId }) => link('staffQuery', { bulkId, queryId }),
  columns: [
    {
      id: 'invoiceNo',
      header: 'queriesStaff:columns.bill',
      priority: 'title',
      isRowHeader: true,
      width: 8.5,
      narrow: { width: 7.5, worth: 1 },
      cell: ({ invoiceNo }) => invoiceNo,
    },
    { ...kind, worth: 1.5 },
    {
      id: 'company',
      header: 'queriesStaff:columns.company',
      minWidth: 9,
      narrow: { width: 7, worth: 1 },
      worth: 2.5,
      cell: ({ companyName, bulkId }) => <TwoLines first={companyName} second={bulkId} />,
      inCard: ({ companyName }) => companyName,
    },
    account,
    answerDue,
    {
      id: 'left',
      header: 'queriesStaff:columns.left',
      width: 6.5,
      worth: 3.5,
      cell: ({ workingDaysLeft }) => workingDaysLeft !== null && <DaysLeft left={workingDaysLeft} />,
    },
    {
      id: 'openedAt',
      header: 'queriesStaff:columns.age',
      width: 5.5,
      worth: 2,
      cell: ({ openedAt }, { t, today }) => {
        const days = daysBetween(dayAt(openedAt), today)
        return days > 0 ? t('queriesStaff:columns.days', { count: days, shown: numberShown(days) }) : t('queriesStaff:columns.today')
      },
    },
    {
      id: 'assigned',
      header: 'queriesStaff:columns.assigned',
      minWidth: 7,
      worth: 2,
      cell: ({ assignedTo }) => assignedTo,
    },
    state,
  ],
  caption: ['list.all', 'list.matching'],
  empty: { title: 'list.none', body: 'queriesStaff:noneBody' },
  unmatched: { title: 'list.unmatched', body: 'list.unmatchedBody', clear: 'list.clear' },
})
