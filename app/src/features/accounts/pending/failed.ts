/** Accounts that could not be added, and where one stands among them. */
import type { PendingAccount } from '../../../core/core'
import { type Place, type Standing, standing } from '../../../kit/queue/place'

export const rowOf = ({ bulkId, accountNumber }: Pick<PendingAccount, 'bulkId' | 'accountNumber'>) => `${bulkId}-${accountNumber}`

export const hasFailed = ({ status }: Pick<PendingAccount, 'status'>) => status === 'error'

/**
 * `rows` are those of the list that are loaded, of `total`; those that only wait are not gone through. `seen` is where it stood
 * before a colleague saw to it.
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
