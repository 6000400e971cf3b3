/** Keeps the list row that a dialogue is about. */
import { useState } from 'react'

interface RetainedRow<Row> {
  key: string
  row: Row
}

/** `found` is the row in the current list. A row that has left the list stays as last seen while its dialogue is open. */
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
 * Returns the row of an open dialogue. If a colleague's action removes it from the list, the dialogue stays open with
 * its typed values, and the server's refusal can be read.
 */
export function useDialogRow<Row>(key: string | undefined, found: Row | undefined): Row | undefined {
  const [before, setRetained] = useState<RetainedRow<Row>>()
  const retained = retainedRow(before, key, found)
  if (retained !== before) setRetained(retained)
  return retained?.row
}
