/** The register of personal data breaches. */
import { type BreachRow, dayAt, dayShown, daysBetween, instantShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { list } from '~/kit/list/declare'
import { text, view } from '~/kit/list/filters'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'

export const breachViews = ['open', 'done', 'all'] as const
export type BreachView = (typeof breachViews)[number]

export const breachList = list('breaches', 'personalDataStaff', {
  filters: {
    show: view(breachViews, {
      label: 'breaches.view',
      option: (name, { t }) => t(`breaches.views.${name}`),
      first: 'open',
      whole: 'all',
      asks: (name) => name === 'open',
      caption: { open: 'breaches.open', done: 'breaches.done', all: 'breaches.all' },
      empty: {
        open: { title: 'breaches.noneOpen' },
        done: { title: 'breaches.none', body: 'breaches.noneBody' },
        all: { title: 'breaches.none', body: 'breaches.noneBody' },
      },
    }),
    search: text({ label: 'breaches.search', hint: 'breaches.searchHint' }),
  },
  rowKey: ({ number }: BreachRow) => number,
  rowLabel: ({ number }, { t }) => t('breaches.one', { number }),
  rowHref: ({ number }) => link('breach', { number }),
  columns: [
    {
      id: 'summary',
      header: 'breaches.number',
      priority: 'title',
      isRowHeader: true,
      minWidth: 9.5,
      wraps: true,
      cell: ({ number, summary }) => <TwoLines first={summary} second={number} />,
    },
    {
      id: 'knownAt',
      header: 'breaches.known',
      isDate: true,
      width: 11,
      worth: 3,
      cell: ({ knownAt }, { language }) => instantShown(knownAt, language),
    },
    {
      id: 'persons',
      header: 'breaches.persons',
      width: 7.5,
      align: 'end',
      worth: 2,
      cell: ({ persons }, { t }) => (persons === null ? t('breaches.unknown') : numberShown(persons)),
    },
    {
      id: 'harm',
      header: 'breaches.harm',
      width: 10,
      worth: 1,
      cell: ({ isHarmLikely }, { t }) => t(isHarmLikely ? 'breaches.likely' : 'breaches.unlikely'),
    },
    {
      id: 'nextDue',
      header: 'breaches.next',
      priority: 'status',
      width: 14.5,
      cell: ({ nextDue }, { t, language, today }) => {
        if (nextDue === null) return <StatusBadge tone="good">{t('breaches.nothing')}</StatusBadge>
        const isLate = daysBetween(dayAt(nextDue), today) > 0
        return isLate ? (
          <StatusBadge tone="bad">{t('breaches.late', { when: dayShown(dayAt(nextDue), language) })}</StatusBadge>
        ) : (
          <StatusBadge tone="warning">{instantShown(nextDue, language)}</StatusBadge>
        )
      },
    },
  ],
  caption: ['breaches.all', 'breaches.matching'],
  empty: { title: 'breaches.none', body: 'breaches.noneBody' },
  unmatched: { title: 'breaches.unmatched', body: 'breaches.unmatchedBody', clear: 'breaches.clear' },
})
