/** The register of personal data breaches. */
import { type BreachRow, type Instant, instantShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { list } from '~/kit/list/declare'
import { text, view } from '~/kit/list/filters'
import { useNow } from '~/kit/session/useNow'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

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
      cell: ({ nextDue }, { t }) =>
        nextDue === null ? <StatusBadge tone="good">{t('breaches.nothing')}</StatusBadge> : <Deadline due={nextDue} />,
    },
  ],
  caption: ['breaches.all', 'breaches.matching'],
  empty: { title: 'breaches.none', body: 'breaches.noneBody' },
  unmatched: { title: 'breaches.unmatched', body: 'breaches.unmatchedBody', clear: 'breaches.clear' },
})

/** The deadline of the next notification. The law counts hours, so it can pass in the middle of a day. */
function Deadline({ due }: { due: Instant }) {
  const { t } = useTranslation('personalDataStaff')
  const when = instantShown(due, useLanguage())
  const isLate = Date.parse(due) < Date.parse(useNow())
  return <StatusBadge tone={isLate ? 'bad' : 'warning'}>{isLate ? t('breaches.late', { when }) : when}</StatusBadge>
}
