/** Computes the changes of accounts that forms send, and those that undo them. */
import type { Account, AccountUpdate } from '~/core/core'
import { noGroup } from '../groups/noGroup'

export interface AccountEntry {
  referenceId: string
  groupId: string
}

/** Only fields that were edited are sent, so that a colleague's change of the others is kept. */
export const changeOf = (before: AccountEntry, typed: AccountEntry): Omit<AccountUpdate, 'accountNo'> => ({
  ...(typed.referenceId.trim() !== before.referenceId && { referenceId: typed.referenceId.trim() }),
  ...(typed.groupId !== before.groupId && { groupId: typed.groupId === noGroup ? '' : typed.groupId }),
})

/** Returns the changes that undo others: the earlier reference ID and group, where a change has a new one. */
export function oppositeOf(
  changes: readonly AccountUpdate[],
  accounts: readonly Pick<Account, 'accountNo' | 'referenceId' | 'groupId'>[],
): AccountUpdate[] {
  const before = new Map(accounts.map((account) => [account.accountNo, account]))
  return changes.map(({ accountNo, referenceId, groupId }) => ({
    accountNo,
    ...(referenceId !== undefined && { referenceId: before.get(accountNo)?.referenceId ?? '' }),
    ...(groupId !== undefined && { groupId: before.get(accountNo)?.groupId ?? '' }),
  }))
}
