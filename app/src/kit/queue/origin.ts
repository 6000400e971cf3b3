/** The list that a record was opened from, including its filters: the record's address holds the list's address. */
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListState } from '../list/useList'

/** The parameter in a record's address. */
const param = 'queue'

/** Reads the parameter. Accepts only addresses of the portal. */
export function readQueue(raw: Record<string, unknown>): { queue?: string | undefined } {
  const from = raw[param]
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? { queue: from } : {}
}

/** Returns the list's path, for the menu; undefined if the record was not opened from a list. */
export const queuePath = (search: string): string | undefined =>
  readQueue(Object.fromEntries(new URLSearchParams(search))).queue?.replace(/[?#].*/s, '')

/** Adds the list's address to a record's address. */
export const inQueue = (href: string, queue: string | undefined): string =>
  queue === undefined ? href : `${href}${href.includes('?') ? '&' : '?'}${param}=${encodeURIComponent(queue)}`

/** Returns the list with row links that contain the list's address. */
export function useQueued<Row>(listed: ListState<Row>): ListState<Row> {
  const { list } = listed
  const here = useLocation({ select: ({ href }) => href })
  const queued = useMemo(() => {
    const { rowHref } = list
    return rowHref ? { ...list, rowHref: (row: Row) => inQueue(rowHref(row), here) } : list
  }, [list, here])
  return { ...listed, list: queued }
}
