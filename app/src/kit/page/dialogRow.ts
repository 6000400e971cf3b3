/** Keeps the list row that a dialogue is about. */
import { useState } from 'react'

interface Kept<Row> {
  key: string
  row: Row
}

/** `found` is the row in the current list. A row that has left the list stays as last seen while its dialogue is open. */
export function keptRow<Row>(before: Kept<Row> | undefined, key: string | undefined, found: Row | undefined): Kept<Row> | undefined {
  const own = before?.key === key ? before : undefined
  if (key === undefined || found === undefined || found === own?.row) return own
  return { key, row: found }
}

/**
 * Returns the row of an open dialogue. If a colleague's action removes it from the list, the dialogue stays open with
 * its typed values, and the server's refusal can be read.
 */
export function useDialogRow<Row>(key: string | undefined, found: Row | undefined): Row | undefined {
  const [before, setKept] = useState<Kept<Row>>()
  const kept = keptRow(before, key, found)
  if (kept !== before) setKept(kept)
  return kept?.row
}
