import type { Account } from '../../../core/core'
import { call } from '../../../kit/call/api'

/** Puts each account back into the group that it was in, or into none. `group` is the one that they are in now. */
export async function regroup(accounts: readonly Account[], group: string) {
  for (const groupId of new Set(accounts.map((account) => account.groupId))) {
    const accountNumbers = accounts.filter((account) => account.groupId === groupId).map(({ accountNo }) => accountNo)
    if (groupId === null) await call('RemoveAccounts', { groupId: group, accountNumbers })
    else if (groupId !== group) await call('AssignAccounts', { groupId, accountNumbers })
  }
}
