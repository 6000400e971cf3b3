/** Columns and filters shared by the customers' and the staff's list of queries. */
import { dayShown, type QueryRow } from '../../core/core'
import type { Context } from '../../kit/list/context'
import type { ListColumn } from '../../kit/list/declare'
import { choice } from '../../kit/list/filters'
import { queryKinds } from './queries/ask'
import { QueryStatus } from './queries/QueryStatus'

/** The fields that the rows of both lists have. */
type Query = Pick<QueryRow, 'accountNo' | 'answerDue' | 'kind' | 'state'>
type QueryColumn = ListColumn<Query, 'queries'>

export const kind: QueryColumn = {
  id: 'kind',
  header: 'columns.kind',
  minWidth: 7.5,
  worth: 2,
  cell: ({ kind }, { t }) => t(`kinds.${kind}`),
  inCard: ({ kind }, { t }) => t(`kinds.${kind}`),
}
export const account: QueryColumn = {
  id: 'accountNo',
  header: 'columns.account',
  width: 9,
  narrow: { width: 7.5, worth: 4 },
  worth: 4,
  isEssential: true,
  cell: ({ accountNo }) => accountNo,
  inCard: ({ accountNo }) => accountNo,
}
export const answerDue: QueryColumn = {
  id: 'answerDue',
  header: 'columns.answerDue',
  isDate: true,
  width: 7.5,
  worth: 3,
  cell: ({ answerDue }, { language }) => answerDue && dayShown(answerDue, language),
}
export const state: QueryColumn = {
  id: 'state',
  header: 'columns.state',
  priority: 'status',
  width: 8,
  cell: ({ state }) => <QueryStatus state={state} />,
}

export const byKind = choice(queryKinds, {
  label: 'filters.kind',
  any: 'filters.anyKind',
  option: (kind, { t }: Context<'queries'>) => t(`kinds.${kind}`),
})

export const queryViews = ['open', 'ended', 'all'] as const
export type QueryView = (typeof queryViews)[number]

/** The views of both lists, without the texts of empty ones. */
export const views = {
  label: 'views.label',
  option: (name: QueryView, { t }: Context<'queries'>) => t(`views.${name}`),
  first: 'open',
  whole: 'all',
  asks: (name: 'open' | 'ended') => name === 'open',
  caption: { open: 'list.open', ended: 'list.ended', all: 'list.all' },
} as const
