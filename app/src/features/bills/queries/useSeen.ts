/** Notices that a query changed while the user was writing. */
import { useState } from 'react'
import type { QueryDetails } from '~/core/core'

/** What a writer has to know. An assignment does not change it. */
const contentOf = ({ state, messages, bills }: QueryDetails) =>
  JSON.stringify([state, messages.length, bills.map(({ correction, leftAt }) => [correction?.amount, leftAt])])

/**
 * Returns whether the query changed since the user began to write, and a function by which the user confirms having read the
 * change. While nothing is written, every change counts as seen.
 */
export function useSeen(query: QueryDetails, isWriting: boolean): { isChanged: boolean; confirm: () => void } {
  const now = contentOf(query)
  const [seen, setSeen] = useState(now)
  if (!isWriting && seen !== now) setSeen(now)
  return { isChanged: isWriting && seen !== now, confirm: () => setSeen(now) }
}
