/** The row of a list that a dialogue is about. */
import { useState } from 'react'

interface Kept<Row> {
  key: string
  row: Row
}

/** `found` is the row as the list has it now. One that the list has lost stays as it was seen last, while the dialogue is about it. */
export function keptRow<Row>(before: Kept<Row> | undefined, key: string | undefined, found: Row | undefined): Kept<Row> | undefined {
  const own = before?.key === key ? before : undefined
  if (key === undefined || found === undefined || found === own?.row) return own
  return { key, row: found }
}

/**
 * What a colleague does meanwhile may take the row out of the list. The dialogue stays: what is typed in it is not lost, and
 * why the server refuses is read.
 */
export function useDialogRow<Row>(key: string | undefined, found: Row | undefined): Row | undefined {
  const [before, setKept] = useState<Kept<Row>>()
  const kept = keptRow(before, key, found)
  if (kept !== before) setKept(kept)
  return kept?.row
}
