/** The list that a record was opened from: previous and next record, and the number left. It shares the list's query. */
import { useEffect, useState } from 'react'
import { type List, type ListParams, requestOf } from '../list/declare'
import type { ListName } from '../list/declared'
import { usePages } from '../list/pages'
import { inQueue, queuePath } from './origin'
import { type PageRetry, pageRetryOf } from './pageRetry'
import { type LastPosition, queuePositionOf } from './queuePosition'

/** A list whose records can be handled one by one. */
export interface QueueList<Row> {
  /** The address of the list's screen, without filters. */
  href: string
  list: List<ListName, Row>
  /** The request fields that identify the list's owner. */
  of?: object
  /** The list's name, as on its screen and in the menu. */
  label: string
  /** Whether the list with these filters contains only undecided records, so that a decision removes a record from it. */
  isQueue: (params: ListParams) => boolean
  /** The page on which a row is handled, if it is not the row's link. It finds its list without the address. */
  rowHref?: (row: Row) => string
}

const noFields = {}

export interface Queue {
  label: string
  /** The list's address with its filters. */
  href: string
  previous: string | undefined
  next: string | undefined
  /** Number of other undecided records; undefined if the list also contains decided records. */
  left: number | undefined
  /** The record's position in the list, for lists without `left`. */
  position: { index: number; total: number } | undefined
  isLoading: boolean
  /** Set if the next page could not be loaded. */
  again: PageRetry | undefined
}

/** Maximum rows to load in search of a record. After them, it counts as removed from the list. */
const maxSearchedRows = 1000

/** Returns the queue of the record `key`, if its address names one of these lists. */
export function useQueue<Row>(queue: string | undefined, key: string, lists: readonly [QueueList<Row>, ...QueueList<Row>[]]) {
  const path = queuePath(`?${new URLSearchParams({ queue: queue ?? '' })}`)
  const found = lists.find(({ href }) => href.split('?')[0] === path)
  const { list, label, of = noFields, rowHref } = found ?? lists[0]
  const params = found ? (list.read(Object.fromEntries(new URLSearchParams(queue?.split('?')[1]))) as ListParams) : {}
  const { query, rows, total } = usePages<Row>({
    name: list.call,
    of,
    request: requestOf(list, params),
    within: list.within,
    isSettled: false,
    isEnabled: found !== undefined,
  })
  const [seen, setSeen] = useState<LastPosition>()
  const now = queuePositionOf(rows.map(list.rowKey), total ?? 0, key, seen)
  const { place } = now
  if (place && (place.index !== seen?.index || place.next !== seen.next || place.previous !== seen.previous)) setSeen(place)

  const { hasNextPage, isFetchingNextPage, fetchNextPage, isError } = query
  // Only the user retries a page that failed to load.
  const isNextUnknown = place ? place.next === undefined : seen === undefined && rows.length < maxSearchedRows
  const needsMore = isNextUnknown && hasNextPage && !isError
  useEffect(() => {
    if (needsMore && !isFetchingNextPage) void fetchNextPage()
  }, [needsMore, isFetchingNextPage, fetchNextPage])

  const hrefOf = (neighbour: string | undefined) => {
    const row = rows.find((one) => list.rowKey(one) === neighbour)
    if (row && rowHref) return rowHref(row)
    return row && list.rowHref && inQueue(list.rowHref(row), queue)
  }
  return found && queue !== undefined
    ? {
        label,
        href: queue,
        previous: hrefOf(now.previous),
        next: hrefOf(now.next),
        left: found.isQueue(params) ? now.left : undefined,
        position: found.isQueue(params) || !place ? undefined : { index: place.index + 1, total: total ?? rows.length },
        isLoading: query.isPending || needsMore,
        again: pageRetryOf(now.next, query),
      }
    : undefined
}
