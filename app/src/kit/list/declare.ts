/**
 * A list that core declares, on the screen: how its filters and columns look, and its words.
 *
 *   export const groupList = list('groups', 'groups', {
 *     filters: { search: text({ label: 'search.label', hint: 'search.placeholder' }) },
 *     also: { recordCount: 200 },
 *     columns: [{ id: 'name', header: 'columns.name', cell: ({ groupName }) => groupName }],
 *     …
 *   })
 *
 * Core says what answers it, what it can be ordered by, and for which field of the request each filter stands. Its route has
 * `validateSearch: groupList.read`; its screen draws it with `useList` and `<List>`.
 */
import type { ComponentType, ReactNode } from 'react'
import type { Column } from '../../ui/table/dataTableTypes'
import type { Named } from '../../words/store'
import { oneOf, textOf, yes } from './address'
import type { Context, Key } from './context'
import {
  type AskedOf,
  type Declared,
  declaredAs,
  type ListName,
  narrowed,
  type Order,
  type OrdersOf,
  type ParamsOf,
  type RowOf,
  type ValueOf,
  type WhoseOf,
} from './declared'
import type { Filter, ViewFilter } from './filters'

type Simple<Type> = { [Field in keyof Type]: Type[Field] }
type Filters<Words extends Named> = Record<string, Filter<Words>>
/** A filter under each parameter of the list's address, which asks for what stands in its field, and no other. */
type Fitting<Name extends ListName, All> = { [Param in keyof ParamsOf<Name>]: { asks(value: never): ValueOf<Name, Param> } } & {
  [Param in Exclude<keyof All, keyof ParamsOf<Name>>]: never
}
/** Nothing more to say, or what the filters should have been. */
type Fits<Name extends ListName, All> = All extends Fitting<Name, All> ? unknown : { filters: Fitting<Name, All> }

type SaidBy<One> = One extends { read(raw: unknown): infer Value } ? Exclude<Value, undefined> : never

type Readers = Record<string, (raw: unknown) => unknown>

type SearchOf<Name extends ListName, All, Beside> = Simple<
  { [Param in keyof All]?: SaidBy<All[Param]> | undefined } & {
    [Param in keyof Beside]?: Beside[Param] extends (raw: unknown) => infer Value ? Value | undefined : never
  } & { sort?: OrdersOf<Name> | undefined; descending?: true | undefined; ascending?: true | undefined; panel?: string | undefined }
>

export interface ListColumn<Row, Words extends Named> extends Omit<Column<Row>, 'header' | 'cell' | 'inCard' | 'isSortable'> {
  header: Key<Words>
  cell(row: Row, context: Context<Words>): ReactNode
  inCard?(row: Row, context: Context<Words>): ReactNode
}

/** A record in the side panel, by the key of its row. The address names it as `panel`. */
export interface Panel<Words extends Named> {
  title(key: string, context: Context<Words>): string
  /** The record's own page. */
  href(key: string): string
  Body: ComponentType<{ id: string }>
}

/** What is said of a list, and what it shows of a row. */
interface Shown<Row, Words extends Named> {
  rowKey: (row: Row) => string
  rowLabel(row: Row, context: Context<Words>): string
  rowHref?: ((row: Row) => string) | undefined
  /** Rows open in the side panel. */
  panel?: Panel<Words>
  /** Those whose names are among the orders can be ordered by. */
  columns: readonly ListColumn<Row, Words>[]
  /** How many there are; how many match. */
  caption: readonly [all: Key<Words>, matching?: Key<Words>]
  empty: { title: Key<Words>; body?: Key<Words> }
  unmatched?: { title: Key<Words>; body?: Key<Words>; clear?: Key<Words> }
  /** The words of selecting all that match. */
  selecting?: Key<Words>
  /** Nothing is listed until something is searched for; this is said instead. */
  begin?: { title: Key<Words>; body: Key<Words> }
  /** What was read stays as it is, whatever changes. */
  isSettled?: true
}

interface Given<Name extends ListName, Words extends Named, All, Beside> extends Shown<RowOf<Name>, Words> {
  filters?: All
  /** What else the address says: which dialogue is open, and about whom. */
  beside?: Beside
  /** What else is asked for: how many rows at a time. */
  also?: Partial<AskedOf<Name>>
}
/** A declaration as the kit reads it, whichever it is. */
export interface List<Name extends ListName = ListName, Row = never, Search = unknown, Of = unknown> extends Shown<Row, never>, Declared {
  name: Name
  words: Named
  filters: Filters<never>
  also: object
  /** Reads an address; what it says and nobody understands is left out. */
  read: (raw: Record<string, unknown>) => Search
  /** Whose list it is: what else is to be asked for. */
  of?: Of
}

/** What an address says, as the kit reads it. */
export type Said = Record<string, string | boolean | undefined>

export function list<
  Name extends ListName,
  const Words extends Named,
  // biome-ignore lint/complexity/noBannedTypes: a list without filters
  All extends Filters<Words> = {},
  // biome-ignore lint/complexity/noBannedTypes: a list whose address says nothing else
  Beside extends Readers = {},
>(
  name: Name,
  words: Words,
  { filters, beside, also, ...shown }: Given<Name, Words, All, Beside> & Fits<Name, All>,
): List<Name, RowOf<Name>, SearchOf<Name, All, Beside>, WhoseOf<Name>> {
  const declared = declaredAs(name)
  const { orders } = declared
  const readers: Readers = {
    ...Object.fromEntries(Object.entries<Filter<Words>>(filters ?? {}).map(([param, filter]) => [param, filter.read])),
    ...beside,
    ...(shown.panel && { panel: textOf }),
    ...(orders.length > 0 && { sort: oneOf(...orders.map(({ by }) => by)) }),
    ...Object.fromEntries(orders.map((order) => [turned(order), yes])),
  }
  const whole = {
    ...shown,
    ...declared,
    name,
    words,
    filters: filters ?? {},
    also: also ?? {},
    read: (raw: Record<string, unknown>) => Object.fromEntries(Object.entries(readers).map(([param, read]) => [param, read(raw[param])])),
  }
  // From here on words, filters and orders are known by their names only.
  return whole as unknown as ReturnType<typeof list<Name, Words, All, Beside>>
}

/** The word in the address for the other direction than the one in which a column is looked at first. */
const turned = ({ descends }: Order) => (descends ? 'ascending' : 'descending')

export interface Ordered {
  by: string
  isDescending: boolean
}

const orderBy = ({ orders }: Pick<List, 'orders'>, by: string | undefined): Order | undefined =>
  orders.find((order) => order.by === by) ?? orders[0]

export function orderOf(list: Pick<List, 'orders'>, said: Said): Ordered | undefined {
  const order = orderBy(list, said.sort?.toString())
  return order && { by: order.by, isDescending: order.descends !== Boolean(said[turned(order)]) }
}

/** The order as the address says it: nothing of what the list begins with. */
export function saidOf(list: Pick<List, 'orders'>, { by, isDescending }: Ordered): Said {
  const order = orderBy(list, by)
  if (!order) return {}
  return {
    ...Object.fromEntries(list.orders.map((one) => [turned(one), undefined])),
    sort: order === list.orders[0] ? undefined : by,
    [turned(order)]: isDescending !== order.descends || undefined,
  }
}

/** What is looked at first of a column. */
export const firstBy = (list: Pick<List, 'orders'>, by: string): Ordered => ({ by, isDescending: Boolean(orderBy(list, by)?.descends) })

/** The order as the server is asked for it. */
function sortOf(list: Pick<List, 'orders'>, said: Said): object {
  const ordered = orderOf(list, said)
  return ordered ? { sort: { by: ordered.by, descending: ordered.isDescending } } : {}
}

/** The part of the list that is on show, where it has parts. */
export function viewOf({ filters }: Pick<List, 'filters'>, said: Said) {
  for (const [param, filter] of Object.entries(filters)) {
    if (filter.kind !== 'view') continue
    const isSearched = filtersOn({ filters }, said).some(([, { kind }]) => kind === 'text')
    const view = filter as unknown as ViewFilter<never>
    return { param, view, name: String(said[param] ?? (isSearched ? view.whole : view.first)) }
  }
  return undefined
}

/** The filters that are on, each with what the address says of it. A part of the list is no filter. */
export const filtersOn = ({ filters }: Pick<List, 'filters'>, said: Said): [string, Filter<never>, string | boolean][] =>
  Object.entries(filters).flatMap(([param, filter]): [string, Filter<never>, string | boolean][] => {
    const value = said[param]
    const isOn = value !== undefined && filter.kind !== 'view' && !(filter.kind === 'text' && filter.refusal?.(String(value), 'en'))
    return isOn ? [[param, filter, value]] : []
  })

/** What the server is asked for, beside whose list it is. */
export function requestOf(list: Pick<List, 'also' | 'filters' | 'orders' | 'params'>, said: Said): object {
  const values = new Map<string, unknown>(filtersOn(list, said).map(([param, filter, value]) => [param, filter.asks(value as never)]))
  const shown = viewOf(list, said)
  if (shown && shown.name !== shown.view.whole) values.set(shown.param, shown.view.asks(shown.name))
  return { ...list.also, ...narrowed(list, values), ...sortOf(list, said) }
}
