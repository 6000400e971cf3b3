/**
 * Declares how the app shows a list of core: its filters, columns and words.
 *
 *   export const groupList = list('groups', 'groups', {
 *     filters: { search: text({ label: 'search.label', hint: 'search.placeholder' }) },
 *     also: { recordCount: 200 },
 *     columns: [{ id: 'name', header: 'columns.name', cell: ({ groupName }) => groupName }],
 *     …
 *   })
 *
 * Core declares the list's call, its orders, and the request field of each filter.
 * The route has `search: addressOf<typeof groupList>()`; the screen renders the list with `useList` and `<List>`.
 */
import type { ComponentType, ReactNode } from 'react'
import type { Column } from '~/ui/table/dataTableTypes'
import type { Namespaces } from '~/words/store'
import { oneOf, parseText, parseTrue } from './address'
import type { Context, Key } from './context'
import {
  type DeclaredList,
  findDeclaredList,
  type ListName,
  type ListOwnerOf,
  type ListRequestOf,
  type Order,
  type OrdersOf,
  type ParamsOf,
  type RowOf,
  requestFields,
  type ValueOf,
} from './declared'
import type { Filter, ViewFilter } from './filters'

type Flatten<Type> = { [Field in keyof Type]: Type[Field] }
type Filters<Words extends Namespaces> = Record<string, Filter<Words>>
/** Requires a filter for each parameter that core declares, and no other. Its value must fit the parameter's request field. */
type RequiredFilters<Name extends ListName, All> = { [Param in keyof ParamsOf<Name>]: { asks(value: never): ValueOf<Name, Param> } } & {
  [Param in Exclude<keyof All, keyof ParamsOf<Name>>]: never
}
/** Accepts filters that fit. For others it is the required type, so that the compiler's message shows that type. */
type CheckFilters<Name extends ListName, All> = All extends RequiredFilters<Name, All> ? unknown : { filters: RequiredFilters<Name, All> }

type ParamValue<One> = One extends { read(raw: unknown): infer Value } ? Exclude<Value, undefined> : never

type Readers = Record<string, (raw: unknown) => unknown>

type SearchOf<Name extends ListName, All, Beside> = Flatten<
  { [Param in keyof All]?: ParamValue<All[Param]> | undefined } & {
    [Param in keyof Beside]?: Beside[Param] extends (raw: unknown) => infer Value ? Value | undefined : never
  } & { sort?: OrdersOf<Name> | undefined; descending?: true | undefined; ascending?: true | undefined; panel?: string | undefined }
>

export interface ListColumn<Row, Words extends Namespaces> extends Omit<Column<Row>, 'header' | 'cell' | 'inCard' | 'isSortable'> {
  header: Key<Words>
  cell(row: Row, context: Context<Words>): ReactNode
  inCard?(row: Row, context: Context<Words>): ReactNode
}

/** A record in the side panel, by the key of its row. The address holds the key as `panel`. */
export interface Panel<Words extends Namespaces> {
  title(key: string, context: Context<Words>): string
  /** The address of the record's own page. */
  href(key: string): string
  Body: ComponentType<{ id: string }>
}

/** The words of a list, and how it shows a row. */
interface ListPresentation<Row, Words extends Namespaces> {
  rowKey: (row: Row) => string
  rowLabel(row: Row, context: Context<Words>): string
  rowHref?: ((row: Row) => string) | undefined
  /** Set if rows can open in the side panel. */
  panel?: Panel<Words>
  /** A column whose id is one of the list's orders can be sorted. */
  columns: readonly ListColumn<Row, Words>[]
  /** The caption with the number of all rows, and with the number of matching rows. */
  caption: readonly [all: Key<Words>, matching?: Key<Words>]
  empty: { title: Key<Words>; body?: Key<Words> }
  unmatched?: { title: Key<Words>; body?: Key<Words>; clear?: Key<Words> }
  /** Label of the button that selects all matching rows. */
  selecting?: Key<Words>
  /** Set if the list stays empty until the user searches: the message until then. */
  begin?: { title: Key<Words>; body: Key<Words> }
  /** Set if loaded rows are never refetched, even if their data changes. */
  isSettled?: true
}

interface ListOptions<Name extends ListName, Words extends Namespaces, All, Beside> extends ListPresentation<RowOf<Name>, Words> {
  filters?: All
  /** Parsers of other parameters of the address, such as the open dialogue and its record. */
  beside?: Beside
  /** Other request fields, such as the number of rows per page. */
  also?: Partial<ListRequestOf<Name>>
}
/** A declared list of any type, as the kit handles it. */
export interface List<Name extends ListName = ListName, Row = never, Search = unknown, Of = unknown>
  extends ListPresentation<Row, never>,
    DeclaredList {
  name: Name
  words: Namespaces
  filters: Filters<never>
  also: object
  /** Parses an address; values that cannot be parsed are left out. */
  read: (raw: Record<string, unknown>) => Search
  /** The request fields that identify the list's owner, such as the bulk account. Exists only as a type. */
  of?: Of
}

/** The parsed parameters of an address. */
export type ListParams = Record<string, string | boolean | undefined>

export function list<
  Name extends ListName,
  const Words extends Namespaces,
  // biome-ignore lint/complexity/noBannedTypes: a list without filters
  All extends Filters<Words> = {},
  // biome-ignore lint/complexity/noBannedTypes: a list without other parameters
  Beside extends Readers = {},
>(
  name: Name,
  words: Words,
  { filters, beside, also, ...shown }: ListOptions<Name, Words, All, Beside> & CheckFilters<Name, All>,
): List<Name, RowOf<Name>, SearchOf<Name, All, Beside>, ListOwnerOf<Name>> {
  const declared = findDeclaredList(name)
  const { orders } = declared
  const readers: Readers = {
    ...Object.fromEntries(Object.entries<Filter<Words>>(filters ?? {}).map(([param, filter]) => [param, filter.read])),
    ...beside,
    ...(shown.panel && { panel: parseText }),
    ...(orders.length > 0 && { sort: oneOf(...orders.map(({ by }) => by)) }),
    ...Object.fromEntries(orders.map((order) => [reversingParam(order), parseTrue])),
  }
  const result = {
    ...shown,
    ...declared,
    name,
    words,
    filters: filters ?? {},
    also: also ?? {},
    read: (raw: Record<string, unknown>) => Object.fromEntries(Object.entries(readers).map(([param, read]) => [param, read(raw[param])])),
  }
  // The kit handles words, filters and orders as strings, so their types are dropped here.
  return result as unknown as ReturnType<typeof list<Name, Words, All, Beside>>
}

/** Returns the parameter that reverses the default direction of an order. */
const reversingParam = ({ descends }: Order) => (descends ? 'ascending' : 'descending')

export interface ListOrder {
  by: string
  isDescending: boolean
}

const orderBy = ({ orders }: Pick<List, 'orders'>, by: string | undefined): Order | undefined =>
  orders.find((order) => order.by === by) ?? orders[0]

export function orderOf(list: Pick<List, 'orders'>, params: ListParams): ListOrder | undefined {
  const order = orderBy(list, params.sort?.toString())
  return order && { by: order.by, isDescending: order.descends !== Boolean(params[reversingParam(order)]) }
}

/** Returns the address parameters of an order. The list's default order has none. */
export function orderParams(list: Pick<List, 'orders'>, { by, isDescending }: ListOrder): ListParams {
  const order = orderBy(list, by)
  if (!order) return {}
  return {
    ...Object.fromEntries(list.orders.map((one) => [reversingParam(one), undefined])),
    sort: order === list.orders[0] ? undefined : by,
    [reversingParam(order)]: isDescending !== order.descends || undefined,
  }
}

/** Returns the order by a column, in its default direction. */
export const defaultOrderBy = (list: Pick<List, 'orders'>, by: string): ListOrder => ({
  by,
  isDescending: Boolean(orderBy(list, by)?.descends),
})

/** Returns the order as a field of the request. */
function sortField(list: Pick<List, 'orders'>, params: ListParams): object {
  const ordered = orderOf(list, params)
  return ordered ? { sort: { by: ordered.by, descending: ordered.isDescending } } : {}
}

/** Returns the current view of the list, if it has views. A search switches from the first view to the view of all rows. */
export function viewOf({ filters }: Pick<List, 'filters'>, params: ListParams) {
  for (const [param, filter] of Object.entries(filters)) {
    if (filter.kind !== 'view') continue
    const isSearched = filtersOn({ filters }, params).some(([, { kind }]) => kind === 'text')
    const view = filter as unknown as ViewFilter<never>
    return { param, view, name: String(params[param] ?? (isSearched ? view.whole : view.first)) }
  }
  return undefined
}

/** Returns the active filters with their values from the address. A view is not a filter. */
export const filtersOn = ({ filters }: Pick<List, 'filters'>, params: ListParams): [string, Filter<never>, string | boolean][] =>
  Object.entries(filters).flatMap(([param, filter]): [string, Filter<never>, string | boolean][] => {
    const value = params[param]
    const isOn = value !== undefined && filter.kind !== 'view' && !(filter.kind === 'text' && filter.refusal?.(String(value), 'en'))
    return isOn ? [[param, filter, value]] : []
  })

/** Returns the request, without the fields that identify the list's owner, such as the bulk account. */
export function requestOf(list: Pick<List, 'also' | 'filters' | 'orders' | 'params'>, params: ListParams): object {
  const values = new Map<string, unknown>(filtersOn(list, params).map(([param, filter, value]) => [param, filter.asks(value as never)]))
  const shown = viewOf(list, params)
  if (shown && shown.name !== shown.view.whole) values.set(shown.param, shown.view.asks(shown.name))
  return { ...list.also, ...requestFields(list, values), ...sortField(list, params) }
}
