/** Accounts that wait or could not be taken, and what is done with them. */
import type { NewAccount, PendingAccount } from '../../../core/core'
import { call } from '../../../kit/call/api'
import { useAct } from '../../../kit/call/write'

/** Tries accounts again, or forgets them, whosever they are; how many. */
export function usePendingAction(name: 'PendingSubmit' | 'RemoveFromPending') {
  return useAct(async (rows: readonly PendingAccount[]) => {
    for (const bulkId of new Set(rows.map((row) => row.bulkId))) {
      const accounts = rows.filter((row) => row.bulkId === bulkId).map(({ accountNumber }) => accountNumber)
      await call(name, { bulkId, accounts })
    }
    return rows.length
  })
}

/** Puts the right account in the place of one that could not be taken: only once it is asked for is the other forgotten. */
export function useCorrection() {
  return useAct(async ({ row: { bulkId, accountNumber }, account }: { row: PendingAccount; account: NewAccount }) => {
    await call('AddAccounts', { bulkId, childAccounts: [account] })
    if (account.accountNo !== accountNumber) await call('RemoveFromPending', { bulkId, accounts: [accountNumber] })
  })
}
