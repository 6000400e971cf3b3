/** Changes of many accounts, in as many calls as they need. */
import type { AccountUpdate } from '../../../core/core'

/** Accounts in one call, which may be a megabyte long. */
const batchSize = 5_000

/**
 * `done` remembers what was done, for another try after a call that failed: a reference ID is changed by a job, and until that
 * has run the same change is refused.
 */
export async function sendLeft(
  changes: readonly AccountUpdate[],
  done: Map<string, string>,
  send: (batch: AccountUpdate[]) => Promise<unknown>,
  size = batchSize,
) {
  const left = changes.filter((change) => done.get(change.accountNo) !== JSON.stringify(change))
  for (let at = 0; at < left.length; at += size) {
    const batch = left.slice(at, at + size)
    await send(batch)
    for (const change of batch) done.set(change.accountNo, JSON.stringify(change))
  }
}
