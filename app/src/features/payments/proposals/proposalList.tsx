/** The list of a company's proposals to pay, the newest first. Open proposals are the first view. */
import { amountShown, dayAt, dayShown, numberShown, type ProposalRow, type ProposalState } from '~/core/core'
import { link } from '~/core/links'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { text, view, yesNo } from '~/kit/list/filters'
import { TwoLines } from '~/ui/text/TwoLines'
import { ProposalStatus } from './ProposalStatus'

/** The views by state, each with the states that it asks for. */
export const statesOfView = {
  open: ['proposed', 'approved'],
  approved: ['approved'],
  ended: ['released', 'refused', 'void', 'lapsed', 'withdrawn'],
  all: [],
} as const satisfies Record<string, readonly ProposalState[]>
export type StateView = keyof typeof statesOfView
const stateViews = Object.keys(statesOfView) as StateView[]

/** The views that the screen offers: the proposals that the user can approve now, then those by state. */
export const proposalViews = ['awaitsMe', ...stateViews] as const
export type ProposalView = (typeof proposalViews)[number]

export const proposalList = list('proposals', 'proposals', {
  filters: {
    state: view(stateViews, {
      label: 'views.label',
      option: (name, { t }) => t(`views.${name}`),
      first: 'open',
      whole: 'all',
      asks: (name) => [...statesOfView[name]],
      caption: { open: 'list.open', approved: 'list.approved', ended: 'list.ended', all: 'list.all' },
      empty: {
        open: { title: 'list.noneOpen', body: 'list.noneBody' },
        approved: { title: 'list.noneApproved' },
        ended: { title: 'list.noneEnded' },
        all: { title: 'list.none', body: 'list.noneBody' },
      },
    }),
    search: text({ label: 'filters.search', hint: 'filters.searchHint' }),
    awaits: yesNo({ label: 'filters.awaits', options: ['filters.anyAwaits', 'filters.awaitsMe', 'filters.awaitsOthers'], isOpen: true }),
  },
  rowKey: ({ proposalId }) => proposalId,
  rowLabel: ({ proposalId }: ProposalRow, { t }: Context<'proposals'>) => t('one', { proposalId }),
  rowHref: ({ proposalId }) => link('proposal', { proposalId }),
  columns: [
    {
      id: 'proposalId',
      header: 'columns.proposal',
      priority: 'title',
      isRowHeader: true,
      width: 13.5,
      narrow: { width: 8.75, worth: 2.25 },
      cell: ({ proposalId, awaitsMe }, { t }) => <TwoLines first={proposalId} second={awaitsMe && t('awaitsMe')} isWarning={awaitsMe} />,
    },
    {
      id: 'proposedAt',
      header: 'columns.proposed',
      isDate: true,
      minWidth: 13.5,
      narrow: { width: 6.875, worth: 2 },
      worth: 3,
      cell: ({ proposedAt, proposedBy }, { language }) => <TwoLines first={dayShown(dayAt(proposedAt), language)} second={proposedBy} />,
      inCard: ({ proposedAt, proposedBy }, { language }) => `${dayShown(dayAt(proposedAt), language)} · ${proposedBy}`,
    },
    {
      id: 'bills',
      header: 'columns.bills',
      align: 'end',
      width: 4.5,
      worth: 2,
      cell: ({ totalBills }) => numberShown(totalBills),
      inCard: ({ totalBills }, { t }) => t('bills', { count: totalBills, shown: numberShown(totalBills) }),
    },
    {
      id: 'largestBill',
      header: 'columns.largest',
      align: 'end',
      width: 8,
      worth: 0.75,
      cell: ({ largestBill }) => amountShown(largestBill),
      inCard: () => undefined,
    },
    {
      id: 'earliestDue',
      header: 'columns.due',
      isDate: true,
      width: 7,
      worth: 2.5,
      cell: ({ earliestDue }, { language }) => earliestDue && dayShown(earliestDue, language),
      inCard: ({ earliestDue }, { t, language }) => earliestDue && t('dueBy', { day: dayShown(earliestDue, language) }),
    },
    {
      id: 'releaseOn',
      header: 'columns.release',
      isDate: true,
      width: 7,
      worth: 0.9,
      cell: ({ releaseOn }, { language }) => releaseOn && dayShown(releaseOn, language),
      inCard: () => undefined,
    },
    {
      id: 'lapsesAt',
      header: 'columns.lapses',
      isDate: true,
      width: 7,
      worth: 1,
      cell: ({ lapsesAt, endedAt }, { language }) => (endedAt === null ? dayShown(dayAt(lapsesAt), language) : null),
      inCard: () => undefined,
    },
    {
      id: 'step',
      header: 'columns.step',
      width: 6,
      worth: 1.75,
      cell: ({ step, steps }, { t }) => t('stepOf', { step: numberShown(step), steps: numberShown(steps) }),
      inCard: () => undefined,
    },
    {
      id: 'totalAmount',
      header: 'columns.total',
      align: 'end',
      width: 9,
      priority: 'amount',
      cell: ({ totalAmount }) => amountShown(totalAmount),
    },
    {
      id: 'state',
      header: 'columns.state',
      priority: 'status',
      width: 12,
      narrow: { width: 10.5, worth: 0.5 },
      cell: ({ state }) => <ProposalStatus state={state} />,
    },
  ],
  caption: ['list.all', 'list.matching'],
  empty: { title: 'list.none', body: 'list.noneBody' },
  unmatched: { title: 'list.unmatched', body: 'list.unmatchedBody', clear: 'list.clear' },
})

export type ProposalSearch = ReturnType<typeof proposalList.read>
