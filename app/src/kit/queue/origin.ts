/** The list that a record was opened from, with how it was narrowed: the list's own address, which stands in the record's. */
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Listed } from '../list/useList'

/** The parameter of a record's address. */
const param = 'queue'

/** What a record's address says of it. Only an address of the portal itself is taken. */
export function readQueue(raw: Record<string, unknown>): { queue?: string | undefined } {
  const from = raw[param]
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? { queue: from } : {}
}

/** The path of the list, for the menu; none when the record was opened by another way. */
export const queuePath = (search: string): string | undefined =>
  readQueue(Object.fromEntries(new URLSearchParams(search))).queue?.replace(/[?#].*/s, '')

/** The address of a record as one of that list. */
export const inQueue = (href: string, queue: string | undefined): string =>
  queue === undefined ? href : `${href}${href.includes('?') ? '&' : '?'}${param}=${encodeURIComponent(queue)}`

/** A list whose rows open as its records. */
export function useQueued<Row>(listed: Listed<Row>): Listed<Row> {
  const { list } = listed
  const here = useLocation({ select: ({ href }) => href })
  const queued = useMemo(() => {
    const { rowHref } = list
    return rowHref ? { ...list, rowHref: (row: Row) => inQueue(rowHref(row), here) } : list
  }, [list, here])
  return { ...listed, list: queued }
}
