/** Keeps the list row of an open dialogue. */
import { useState } from 'react'

interface RetainedRow<Row> {
  key: string
  row: Row
}

/** `found` is the row in the current list. If it has left the list, its last state is kept while its dialogue is open. */
export function retainedRow<Row>(
  before: RetainedRow<Row> | undefined,
  key: string | undefined,
  found: Row | undefined,
): RetainedRow<Row> | undefined {
  const own = before?.key === key ? before : undefined
  if (key === undefined || found === undefined || found === own?.row) return own
  return { key, row: found }
}

/**
 * Returns the row of an open dialogue. If a colleague's action removes the row from the list, the dialogue stays open
 * with its typed values, and the user can read the server's refusal.
 */
export function useDialogRow<Row>(key: string | undefined, found: Row | undefined): Row | undefined {
  const [before, setRetained] = useState<RetainedRow<Row>>()
  const retained = retainedRow(before, key, found)
  if (retained !== before) setRetained(retained)
  return retained?.row
}
