/** The requests about personal data, those that are due first on top. */
import { type DataRequestKind, type DataRequestRow, dayShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { list } from '~/kit/list/declare'
import { choice, text, view, yesNo } from '~/kit/list/filters'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'
import { useTranslation } from '~/words/useTranslation'
import { RequestStatus } from '../RequestStatus'

export const requestKinds: readonly DataRequestKind[] = ['access', 'correction', 'erasure', 'portability', 'consent', 'objection']
export const requestViews = ['open', 'ended', 'all'] as const
export type RequestView = (typeof requestViews)[number]

/** The days until the deadline, marked once it has passed. */
export function DaysLeft({ left }: { left: number }) {
  const { t } = useTranslation('personalDataStaff')
  if (left < 0) return <StatusBadge tone="bad">{t('requests.overdue', { count: -left, shown: numberShown(-left) })}</StatusBadge>
  return left === 0 ? t('requests.today') : t('requests.days', { count: left, shown: numberShown(left) })
}

export const dataRequestList = list('dataRequests', ['personalDataStaff', 'personalData'], {
  filters: {
    show: view(requestViews, {
      label: 'requests.views',
      option: (name, { t }) => t(`requests.view.${name}`),
      first: 'open',
      whole: 'all',
      asks: (name) => name === 'open',
      caption: { open: 'requests.open', ended: 'requests.ended', all: 'requests.all' },
      empty: {
        open: { title: 'requests.noneOpen', body: 'requests.noneBody' },
        ended: { title: 'requests.noneEnded' },
        all: { title: 'requests.none', body: 'requests.noneBody' },
      },
    }),
    search: text({ label: 'requests.search', hint: 'requests.searchHint' }),
    kind: choice(requestKinds, {
      label: 'requests.kind',
      any: 'requests.anyKind',
      option: (kind, { t }) => t(`personalData:kinds.${kind}`),
    }),
    late: yesNo({ label: 'requests.late', options: ['requests.anyLate', 'requests.isLate', 'requests.isNotLate'] }),
  },
  rowKey: ({ number }) => number,
  rowLabel: ({ number, personName }: DataRequestRow, { t }) => t('requests.one', { number, name: personName }),
  rowHref: ({ number }) => link('dataRequest', { number }),
  columns: [
    {
      id: 'person',
      header: 'requests.person',
      priority: 'title',
      isRowHeader: true,
      minWidth: 11,
      wraps: true,
      cell: ({ personName, email }) => <TwoLines first={personName} second={email} />,
    },
    { id: 'number', header: 'requests.number', width: 6, worth: 2, cell: ({ number }) => number },
    {
      id: 'kind',
      header: 'requests.kind',
      minWidth: 10,
      worth: 3,
      wraps: true,
      cell: ({ kind }, { t }) => t(`personalData:kinds.${kind}`),
      inCard: ({ kind }, { t }) => t(`personalData:kinds.${kind}`),
    },
    { id: 'channel', header: 'requests.channel', width: 7, worth: 1, cell: ({ channel }, { t }) => t(`channels.${channel}`) },
    {
      id: 'receivedOn',
      header: 'requests.received',
      isDate: true,
      width: 7.5,
      worth: 1.5,
      cell: ({ receivedOn }, { language }) => dayShown(receivedOn, language),
    },
    {
      id: 'dueOn',
      header: 'requests.due',
      isDate: true,
      width: 7.5,
      worth: 3.5,
      cell: ({ dueOn }, { language }) => dayShown(dueOn, language),
    },
    {
      id: 'left',
      header: 'requests.left',
      width: 9.5,
      worth: 4,
      cell: ({ daysLeft }) => daysLeft !== null && <DaysLeft left={daysLeft} />,
    },
    {
      id: 'state',
      header: 'requests.state',
      priority: 'status',
      width: 10,
      cell: ({ state }) => <RequestStatus state={state} />,
    },
  ],
  caption: ['requests.all', 'requests.matching'],
  empty: { title: 'requests.none', body: 'requests.noneBody' },
  unmatched: { title: 'requests.unmatched', body: 'requests.unmatchedBody', clear: 'requests.clear' },
})
