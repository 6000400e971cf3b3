import type { Account } from '~/core/core'
import { call } from '~/kit/call/api'

/** Moves each account back to its previous group, or to none. `group` is the group that they are in now. */
export async function regroup(accounts: readonly Account[], group: string) {
  for (const groupId of new Set(accounts.map((account) => account.groupId))) {
    const accountNumbers = accounts.filter((account) => account.groupId === groupId).map(({ accountNo }) => accountNo)
    if (groupId === null) await call('RemoveAccounts', { groupId: group, accountNumbers })
    else if (groupId !== group) await call('AssignAccounts', { groupId, accountNumbers })
  }
}
