import { type AnnouncementKind, type AnnouncementRow, type AnnouncementState, instantShown } from '~/core/core'
import { oneOf, parseText } from '~/kit/list/address'
import { list } from '~/kit/list/declare'
import { choice, text } from '~/kit/list/filters'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'

const tones: Record<AnnouncementState, Tone> = {
  scheduled: 'neutral',
  upcoming: 'progress',
  running: 'warning',
  over: 'neutral',
  withdrawn: 'neutral',
}
export const kinds: readonly AnnouncementKind[] = ['plannedDowntime', 'unplannedDowntime', 'fpxMaintenance', 'tariffUpgrade', 'notice']
const states: readonly AnnouncementState[] = ['running', 'upcoming', 'scheduled', 'over', 'withdrawn']

export const announcementList = list('announcements', 'announcements', {
  filters: {
    search: text({ label: 'search', hint: 'searchHint' }),
    state: choice(states, { label: 'state', any: 'anyState', option: (state, { t }) => t(`states.${state}`) }),
    kind: choice(kinds, { label: 'kind', any: 'anyKind', option: (kind, { t }) => t(`kinds.${kind}`) }),
  },
  beside: { open: oneOf('write', 'change', 'withdraw'), announcement: parseText },
  rowKey: ({ announcementId }: AnnouncementRow) => announcementId,
  // Announcements of the same kind often share the suggested title, so the label includes the time.
  rowLabel: ({ content: { title, from } }, { language }) => [title[language], instantShown(from, language)].join(', '),
  columns: [
    {
      id: 'title',
      header: 'title',
      priority: 'title',
      isRowHeader: true,
      minWidth: 13,
      wraps: true,
      cell: ({ content: { title, kind } }, { t, language }) => <TwoLines first={title[language]} second={t(`kinds.${kind}`)} />,
    },
    {
      id: 'state',
      header: 'state',
      width: 9.5,
      priority: 'status',
      cell: ({ state }, { t }) => <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>,
    },
    {
      id: 'from',
      header: 'from',
      width: 10.5,
      isDate: true,
      worth: 3,
      cell: ({ content }, { language }) => instantShown(content.from, language),
    },
    {
      id: 'to',
      header: 'to',
      width: 10.5,
      isDate: true,
      worth: 2,
      cell: ({ content: { to } }, { t, language }) => (to ? instantShown(to, language) : t('openEnd')),
    },
    {
      id: 'freezes',
      header: 'freezes',
      minWidth: 8,
      worth: 4,
      wraps: true,
      cell: ({ content: { freezes } }, { t }) => freezes.map((feature) => t(`feature.${feature}`)).join(', ') || undefined,
    },
    {
      id: 'changed',
      header: 'changed',
      width: 10.5,
      worth: 1,
      cell: ({ changedBy, changedAt }, { language }) => <TwoLines first={instantShown(changedAt, language)} second={changedBy} />,
    },
  ],
  caption: ['count', 'matching'],
  empty: { title: 'nothing', body: 'nothingHint' },
  unmatched: { title: 'nothingMatches', body: 'nothingMatchesHint', clear: 'showAll' },
})
