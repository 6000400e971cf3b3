/** Accounts that could not be added, and the position of an account among them. */
import type { PendingAccount } from '../../../core/core'
import { type Place, type Standing, standing } from '../../../kit/queue/place'

export const rowOf = ({ bulkId, accountNumber }: Pick<PendingAccount, 'bulkId' | 'accountNumber'>) => `${bulkId}-${accountNumber}`

export const hasFailed = ({ status }: Pick<PendingAccount, 'status'>) => status === 'error'

/**
 * `rows` are the loaded rows, out of `total`; queued rows do not count. `seen` is the last known position, used after a colleague
 * has resolved the account.
 */
export function standingOf(
  rows: readonly PendingAccount[],
  total: number | undefined,
  row: PendingAccount,
  seen: Place | undefined,
): Standing {
  const failed = rows.filter(hasFailed).map(rowOf)
  const waiting = rows.length - failed.length
  return standing(failed, (total ?? rows.length) - waiting, rowOf(row), seen)
}
