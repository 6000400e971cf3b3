/** Sends changes of many accounts in batches. */
import type { AccountUpdate } from '~/core/core'

/** Accounts in one call. The server accepts request bodies up to one megabyte. */
const batchSize = 5_000

/**
 * Sends the changes that are not yet in `done`, which records what was sent, so that a retry skips it. Reference IDs are changed by
 * a job, and the server refuses to repeat a change before that job has run.
 */
export async function sendRemaining(
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
