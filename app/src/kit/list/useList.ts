/** Reads the rows of a declared list, with the filters and the order from its address. */
import { useMemo, useState } from 'react'
import type { Unparsed } from './address'
import { filtersOn, type List, type ListParams, requestOf, viewOf } from './declare'
import type { ListName, ListRequestOf } from './declared'
import { usePages } from './pages'
import type { ChangeOf } from './useChangeSearch'

type UseListOptions<Name extends ListName, Search, Of> = {
  /** The parameters of the address, parsed or not. */
  search?: Unparsed<Search>
  onSearch?: ChangeOf<Search>
} & (keyof Of extends never ? { of?: Partial<ListRequestOf<Name>> } : { of: Of & Partial<ListRequestOf<Name>> })

export interface ListState<Row, Name extends ListName = ListName> {
  list: List<ListName, Row>
  params: ListParams
  changeParams: ChangeOf<ListParams>
  /** Whether the screen's address holds the filters and the order. */
  hasAddress: boolean
  /** The request fields that identify the list's owner, such as the bulk account. */
  of: object
  /** The complete request. */
  request: ListRequestOf<Name>
  rows: Row[]
  /** Number of matching rows. */
  total: number | undefined
  /** Searched numbers that are not in the list. */
  notFound: string[] | undefined
  isFiltered: boolean
  /** False until the user searches, in a list that stays empty until then. */
  isAsked: boolean
  /** Whether the visible rows still belong to an earlier search or filter. */
  isSearching: boolean
  query: ReturnType<typeof usePages<Row>>['query']
}

const noFields = {}

/** Parses the address of a list's screen. Returns the same object until the address changes. */
export function useParsedSearch<Search extends object>(
  { read }: Pick<List<ListName, never, Search>, 'read'>,
  search?: Unparsed<Search>,
): Search {
  return useMemo(() => read({ ...search }), [read, search])
}

export function useList<Name extends ListName, Row, Search extends object, Of>(
  list: List<Name, Row, Search, Of>,
  { search, onSearch, of }: UseListOptions<Name, Search, Of>,
): ListState<Row, Name> {
  const params = useParsedSearch(list, search) as ListParams
  const owner = of ?? noFields
  const active = filtersOn(list, params)
  const request = requestOf(list, params)
  const isAsked = list.begin === undefined || active.some(([, { kind }]) => kind === 'text')
  const pages = usePages<Row>({
    name: list.call,
    of: owner,
    request,
    within: list.within,
    isSettled: list.isSettled ?? false,
    isEnabled: isAsked,
  })
  // A new order shows the same rows, so it does not count as searching.
  const narrowed = JSON.stringify([...active.map(([param, , value]) => [param, value]), viewOf(list, params)?.name])
  const [shown, setShown] = useState(narrowed)
  const isPrevious = pages.query.isPlaceholderData
  if (!isPrevious && shown !== narrowed) setShown(narrowed)
  return {
    list,
    params,
    changeParams: (onSearch ?? ignoreSearch) as ChangeOf<ListParams>,
    hasAddress: onSearch !== undefined,
    of: owner,
    request: { ...owner, ...request } as ListRequestOf<Name>,
    ...pages,
    isFiltered: active.length > 0,
    isAsked,
    isSearching: isPrevious && shown !== narrowed,
  }
}

/** A list without an address cannot be filtered. */
const ignoreSearch = () => undefined
