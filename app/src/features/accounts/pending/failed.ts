/** Accounts that could not be added, and the position of an account among them. */
import type { PendingAccount } from '~/core/core'
import { type LastPosition, type QueuePosition, queuePositionOf } from '~/kit/queue/queuePosition'

export const rowOf = ({ bulkId, accountNumber }: Pick<PendingAccount, 'bulkId' | 'accountNumber'>) => `${bulkId}-${accountNumber}`

export const hasFailed = ({ status }: Pick<PendingAccount, 'status'>) => status === 'error'

/**
 * `rows` are the loaded rows, out of `total`; queued rows do not count. `seen` is the last known position, used after a colleague
 * has resolved the account.
 */
export function pendingPositionOf(
  rows: readonly PendingAccount[],
  total: number | undefined,
  row: PendingAccount,
  seen: LastPosition | undefined,
): QueuePosition {
  const failed = rows.filter(hasFailed).map(rowOf)
  const waiting = rows.length - failed.length
  return queuePositionOf(failed, (total ?? rows.length) - waiting, rowOf(row), seen)
}
