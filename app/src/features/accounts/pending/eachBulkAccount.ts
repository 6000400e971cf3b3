/** What is done with accounts of several bulk accounts, one call for each. */
import type { PendingAccount } from '../../../core/core'

export interface Refusal {
  bulkId: string
  companyName: string
  rows: readonly PendingAccount[]
  error: unknown
}

export interface Outcome {
  /** How many accounts it was done with. */
  count: number
  refused: Refusal[]
}

/** Goes on over a refusal, which is of one bulk account only. Where nothing was done at all, it fails with the first one. */
export async function eachBulkAccount(
  rows: readonly PendingAccount[],
  act: (bulkId: string, accounts: string[]) => Promise<unknown>,
): Promise<Outcome> {
  const outcome: Outcome = { count: 0, refused: [] }
  for (const bulkId of new Set(rows.map((row) => row.bulkId))) {
    const own = rows.filter((row) => row.bulkId === bulkId)
    try {
      await act(
        bulkId,
        own.map(({ accountNumber }) => accountNumber),
      )
      outcome.count += own.length
    } catch (error) {
      outcome.refused.push({ bulkId, companyName: own[0]?.companyName ?? bulkId, rows: own, error })
    }
  }
  const [first] = outcome.refused
  if (first && outcome.count === 0) throw first.error
  return outcome
}
