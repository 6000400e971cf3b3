/**
 * Back from a record leads to its row in the list. The row that is left is kept for its entry in the browser's history, so
 * that another visit of the same address begins at the top.
 */
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { Listed } from './useList'

export interface Left {
  key: string
  index: number
}

const storageKey = 'gridbill.rowsLeft'
/** Entries that are remembered; the oldest are forgotten. */
const most = 50

type Kept = Record<string, Left>

function kept(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Kept
  } catch {
    return {}
  }
}

const keep = (all: Kept) => sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-most))))

/** Rows that are not loaded any more are loaded again, page after page. */
export function useBackToRow<Row>({ list, rows, query }: Listed<Row>) {
  const router = useRouter()
  const entryOf = useCallback((list: string) => `${router.history.location.state.__TSR_key ?? ''} ${list}`, [router])
  const [beginAt] = useState(() => kept()[entryOf(list.name)])
  const { hasNextPage, isFetching, fetchNextPage, isError } = query
  const isFar = beginAt !== undefined && rows.length > 0 && rows.length <= beginAt.index
  const isThere = beginAt !== undefined && rows.length > beginAt.index
  useEffect(() => {
    // A page that was refused is asked for by the list's own button.
    if (isFar && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isFar, hasNextPage, isFetching, isError, fetchNextPage])
  // It is for one return: a reload after it begins where the browser scrolls to.
  useEffect(() => {
    if (!isThere) return
    const { [entryOf(list.name)]: _, ...others } = kept()
    keep(others)
  }, [isThere, entryOf, list.name])
  const onLeave = useCallback((row: Left) => keep({ ...kept(), [entryOf(list.name)]: row }), [entryOf, list.name])
  return { beginAt, onLeave }
}
