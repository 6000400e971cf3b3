/**
 * Returns to the same row when the user goes back from a record to its list. The row is stored by history entry, so a
 * new visit to the list starts at the top.
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
const most = 50

type StoredRows = Record<string, StoredRow>

function readStoredRows(): StoredRows {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as StoredRows
  } catch {
    return {}
  }
}

const storeRows = (all: StoredRows) =>
  sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-most))))

/** Loads pages until the stored row is loaded. */
export function useBackToRow<Row>({ list, rows, query }: ListState<Row>) {
  const router = useRouter()
  const entryOf = useCallback((list: string) => `${router.history.location.state.__TSR_key ?? ''} ${list}`, [router])
  const [beginAt] = useState(() => readStoredRows()[entryOf(list.name)])
  const { hasNextPage, isFetching, fetchNextPage, isError } = query
  const isFar = beginAt !== undefined && rows.length > 0 && rows.length <= beginAt.index
  const isThere = beginAt !== undefined && rows.length > beginAt.index
  useEffect(() => {
    // After an error the user retries with the list's own button.
    if (isFar && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isFar, hasNextPage, isFetching, isError, fetchNextPage])
  // Used once: after a later reload the browser restores the scroll position itself.
  useEffect(() => {
    if (!isThere) return
    const { [entryOf(list.name)]: _, ...others } = readStoredRows()
    storeRows(others)
  }, [isThere, entryOf, list.name])
  const onLeave = useCallback((row: StoredRow) => storeRows({ ...readStoredRows(), [entryOf(list.name)]: row }), [entryOf, list.name])
  return { beginAt, onLeave }
}
