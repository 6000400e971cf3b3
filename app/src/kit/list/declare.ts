/**
 * A list is declared once: what it is asked from, how its address reads, what narrows and orders it, its columns, its words.
 *
 *   export const groupList = list('GetGroupsTable', 'groups', {
 *     filters: { search: text({ label: 'search.label', hint: 'search.placeholder', asks: (search) => ({ search }) }) },
 *     asks: (filter) => ({ recordCount: 200, ...filter }),
 *     columns: [{ id: 'name', header: 'columns.name', cell: ({ groupName }) => groupName }],
 *     …
 *   })
 *
 * Its route has `validateSearch: groupList.read`; its screen draws it with `useList` and `<List>`.
 */
import type { ReactNode } from 'react'
import type { EndpointName, RequestOf, ResponseOf } from '../../api'
import type { Page } from '../../core'
import type { Column } from '../../ui/dataTableTypes'
import type { Namespace } from '../../words/store'
import { oneOf, yes } from './address'
import type { Context, Key } from './context'
import type { Filter } from './filters'

/** The rows of an answer that is a page, or has one within. */
type RowOf<Answer> =
  Answer extends Page<infer Row> ? Row : { [Part in keyof Answer]: Answer[Part] extends Page<infer Row> ? Row : never }[keyof Answer]
export type ListName = { [Name in EndpointName]: [RowOf<ResponseOf<Name>>] extends [never] ? never : Name }[EndpointName]

type Simple<Type> = { [Field in keyof Type]: Type[Field] }
type Filters<Words extends Namespace> = Record<string, Filter<Words>>
type ValueOf<One> = One extends { read(raw: unknown): infer Value } ? Exclude<Value, undefined> : never
/** What all filters may ask for, together. */
type Parts<All> = {
  [Name in keyof All]: All[Name] extends { asks(value: never): infer Part } ? (part: Part) => void : never
}[keyof All] extends (part: infer Together) => void
  ? Simple<Partial<Together>>
  : never
/** The fields without which nothing can be asked for. */
type Whose<Request> = {
  [Field in keyof Request as Partial<Pick<Request, Field>> extends Pick<Request, Field> ? never : Field]: Request[Field]
}

type Readers = Record<string, (raw: unknown) => unknown>

type SortOf<Name extends ListName> = RequestOf<Name> extends { sort?: infer Sort } ? NonNullable<Sort> : undefined
type SortBy<Name extends ListName> = SortOf<Name> extends { by?: infer By } ? NonNullable<By> & string : never

type SearchOf<Name extends ListName, All, Beside> = Simple<
  { [Param in keyof All]?: ValueOf<All[Param]> | undefined } & {
    [Param in keyof Beside]?: Beside[Param] extends (raw: unknown) => infer Value ? Value | undefined : never
  } & { sort?: SortBy<Name> | undefined; descending?: true | undefined; ascending?: true | undefined }
>

interface Order<By> {
  by: readonly By[]
  first: By
  /** The newest or largest come first. */
  isDescending?: true
}

export interface ListColumn<Row, Words extends Namespace> extends Omit<Column<Row>, 'header' | 'cell' | 'isSortable'> {
  header: Key<Words>
  cell(row: Row, context: Context<Words>): ReactNode
}

/** What is said of a list, and what it shows of a row. */
interface Shown<Row, Words extends Namespace> {
  rowKey: (row: Row) => string
  rowLabel(row: Row, context: Context<Words>): string
  rowHref?: ((row: Row) => string) | undefined
  /** Those whose names are among the orders can be ordered by. */
  columns: readonly ListColumn<Row, Words>[]
  /** How many there are; how many match. */
  caption: readonly [all: Key<Words>, matching?: Key<Words>]
  empty: { title: Key<Words>; body?: Key<Words> }
  unmatched?: { title: Key<Words>; body?: Key<Words>; clear?: Key<Words> }
  /** The words of selecting all that match. */
  selecting?: { some: Key<Words>; select: Key<Words>; done: Key<Words> }
  /** The filters stand in a panel and are put on together. */
  isPanel?: true
  /** Nothing is listed until something is searched for; this is said instead. */
  begin?: { title: Key<Words>; body: Key<Words> }
  /** What was read stays as it is, whatever changes. */
  isSettled?: true
}

interface Given<Name extends ListName, Words extends Namespace, All, Beside, Asked> extends Shown<RowOf<ResponseOf<Name>>, Words> {
  filters?: All
  /** What else the address says: which dialogue is open, and about whom. */
  beside?: Beside
  order?: Order<SortBy<Name>>
  asks: (filter: Parts<All>, sort: SortOf<Name>) => Asked
  /** The field of the answer in which the page is. */
  within?: keyof ResponseOf<Name> & string
}

/** A declaration as the kit reads it, whichever it is. */
export interface List<Name extends ListName = ListName, Row = never, Search = unknown, Of = unknown> extends Shown<Row, never> {
  name: Name
  words: Namespace
  filters: Filters<never>
  order: Order<string> | undefined
  asks: (filter: object, sort: object | undefined) => object
  within: string | undefined
  /** Reads an address; what it says and nobody understands is left out. */
  read: (raw: Record<string, unknown>) => Search
  /** Whose list it is: what else is to be asked for. */
  of?: Of
}

/** What an address says, as the kit reads it. */
export type Said = Record<string, string | boolean | undefined>

export function list<
  Name extends ListName,
  Words extends Namespace,
  // biome-ignore lint/complexity/noBannedTypes: a list without filters
  All extends Filters<Words> = {},
  // biome-ignore lint/complexity/noBannedTypes: a list whose address says nothing else
  Beside extends Readers = {},
  Asked extends Partial<RequestOf<Name>> = Partial<RequestOf<Name>>,
>(
  name: Name,
  words: Words,
  { filters, beside, order, asks, within, ...shown }: Given<Name, Words, All, Beside, Asked>,
): List<Name, RowOf<ResponseOf<Name>>, SearchOf<Name, All, Beside>, Omit<Whose<RequestOf<Name>>, keyof Asked>> {
  const readers: Readers = {
    ...Object.fromEntries(Object.entries(filters ?? {}).map(([param, filter]) => [param, filter.read])),
    ...beside,
    ...(order && { sort: oneOf(...order.by), [turned(order)]: yes }),
  }
  const declared = {
    ...shown,
    name,
    words,
    filters: filters ?? {},
    order,
    asks,
    within,
    read: (raw: Record<string, unknown>) => Object.fromEntries(Object.entries(readers).map(([param, read]) => [param, read(raw[param])])),
  }
  // From here on words, filters and orders are known by their names only.
  return declared as unknown as ReturnType<typeof list<Name, Words, All, Beside, Asked>>
}

/** The word in the address for the other direction than the one that a list begins with. */
const turned = ({ isDescending }: { isDescending?: true }) => (isDescending ? 'ascending' : 'descending')

export interface Ordered {
  by: string
  isDescending: boolean
}

export function orderOf({ order }: Pick<List, 'order'>, said: Said): Ordered | undefined {
  if (!order) return undefined
  return { by: String(said.sort ?? order.first), isDescending: Boolean(order.isDescending) !== Boolean(said[turned(order)]) }
}

/** The order as the address says it: nothing of what the list begins with. */
export function saidOf({ order }: Pick<List, 'order'>, { by, isDescending }: Ordered): Said {
  if (!order) return {}
  return {
    sort: by === order.first ? undefined : by,
    [turned(order)]: isDescending !== Boolean(order.isDescending) || undefined,
  }
}

/** The order as the server is asked for it. */
function sortOf(list: Pick<List, 'order'>, said: Said): object | undefined {
  const ordered = orderOf(list, said)
  if (!ordered) return undefined
  const { by, isDescending } = ordered
  return { by, descending: isDescending }
}

/** The filters that are on, each with what the address says of it. */
export const filtersOn = ({ filters }: Pick<List, 'filters'>, said: Said): [string, Filter<never>, string | boolean][] =>
  Object.entries(filters).flatMap(([param, filter]): [string, Filter<never>, string | boolean][] => {
    const value = said[param]
    const isOn = value !== undefined && !(filter.kind === 'text' && filter.refusal?.(String(value), 'en'))
    return isOn ? [[param, filter, value]] : []
  })

/** What the server is asked for, beside whose list it is. */
export function requestOf(list: Pick<List, 'asks' | 'filters' | 'order'>, said: Said): object {
  const parts = filtersOn(list, said).map(([, filter, value]) => filter.asks(value as never))
  return list.asks(Object.assign({}, ...parts), sortOf(list, said))
}
