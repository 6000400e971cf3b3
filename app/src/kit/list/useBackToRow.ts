/**
 * Returns to the same row when the user goes back from a record to its list. The row is stored for the history entry, so
 * that a new visit to the list starts at the top.
 */
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { ListState } from './useList'

export interface StoredRow {
  key: string
  index: number
}

const storageKey = 'gridbill.rowsLeft'
/** Maximum history entries stored; older entries are dropped. */
const maxEntries = 50

type StoredRows = Record<string, StoredRow>

function readStoredRows(): StoredRows {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as StoredRows
  } catch {
    return {}
  }
}

const storeRows = (all: StoredRows) =>
  sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-maxEntries))))

/** Returns the row to start at, and loads pages until that row is loaded. `onLeave` stores the row that the user opens. */
export function useBackToRow<Row>({ list, rows, query }: ListState<Row>) {
  const router = useRouter()
  const entryKey = useCallback((list: string) => `${router.history.location.state.__TSR_key ?? ''} ${list}`, [router])
  const [beginAt] = useState(() => readStoredRows()[entryKey(list.name)])
  const { hasNextPage, isFetching, fetchNextPage, isError } = query
  const isFar = beginAt !== undefined && rows.length > 0 && rows.length <= beginAt.index
  const isThere = beginAt !== undefined && rows.length > beginAt.index
  useEffect(() => {
    // After an error the user retries with the list's own button.
    if (isFar && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isFar, hasNextPage, isFetching, isError, fetchNextPage])
  // The row is used once. After a later reload the browser restores the scroll position itself.
  useEffect(() => {
    if (!isThere) return
    const { [entryKey(list.name)]: _, ...others } = readStoredRows()
    storeRows(others)
  }, [isThere, entryKey, list.name])
  const onLeave = useCallback((row: StoredRow) => storeRows({ ...readStoredRows(), [entryKey(list.name)]: row }), [entryKey, list.name])
  return { beginAt, onLeave }
}
