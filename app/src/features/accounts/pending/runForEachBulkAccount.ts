/** Acts on accounts of several bulk accounts, with one call for each bulk account. */
import type { PendingAccount } from '~/core/core'

export interface Refusal {
  bulkId: string
  companyName: string
  rows: readonly PendingAccount[]
  error: unknown
}

export interface Outcome {
  /** Number of accounts for which the action succeeded. */
  count: number
  refused: Refusal[]
}

/** Continues after a refusal, which concerns one bulk account only. If every call fails, throws the first error. */
export async function runForEachBulkAccount(
  rows: readonly PendingAccount[],
  act: (bulkId: string, own: readonly PendingAccount[]) => Promise<unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { count: 0, refused: [] }
  for (const bulkId of new Set(rows.map((row) => row.bulkId))) {
    const own = rows.filter((row) => row.bulkId === bulkId)
    try {
      await act(bulkId, own)
      outcome.count += own.length
    } catch (error) {
      outcome.refused.push({ bulkId, companyName: own[0]?.companyName ?? bulkId, rows: own, error })
    }
  }
  const [first] = outcome.refused
  if (first && outcome.count === 0) throw first.error
  return outcome
}
