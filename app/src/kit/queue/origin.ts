/** The list that a record was opened from. The record's address contains the list's address with its filters. */
import { useLocation } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ListState } from '../list/useList'

/** The parameter of a record's address that contains the list's address. */
const queueParam = 'queue'

/** Reads the parameter. Accepts only addresses of the portal. */
export function readQueue(raw: Record<string, unknown>): { queue?: string | undefined } {
  const from = raw[queueParam]
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? { queue: from } : {}
}

/** Returns the path of the list. Undefined if the record was not opened from a list. */
export const queuePath = (search: string): string | undefined =>
  readQueue(Object.fromEntries(new URLSearchParams(search))).queue?.replace(/[?#].*/s, '')

/** Adds the list's address to a record's address. */
export const inQueue = (href: string, queue: string | undefined): string =>
  queue === undefined ? href : `${href}${href.includes('?') ? '&' : '?'}${queueParam}=${encodeURIComponent(queue)}`

/** Returns a stable function that adds the address of this list, with its filters, to the address of a record. */
export function useInQueue(): (href: string) => string {
  const here = useLocation({ select: ({ href }) => href })
  return useCallback((href) => inQueue(href, here), [here])
}

/** Returns the list with its own address in the links of its rows. */
export function useQueued<Row>(listed: ListState<Row>): ListState<Row> {
  const { list } = listed
  const queuedHref = useInQueue()
  const queued = useMemo(() => {
    const { rowHref } = list
    return rowHref ? { ...list, rowHref: (row: Row) => queuedHref(rowHref(row)) } : list
  }, [list, queuedHref])
  return { ...listed, list: queued }
}
