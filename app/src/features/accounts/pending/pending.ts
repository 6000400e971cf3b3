/** What is done with accounts that could not be added. */
import { useRef } from 'react'
import type { NewAccount, PendingAccount } from '../../../core/core'
import { call } from '../../../kit/call/api'
import { useAct } from '../../../kit/call/write'

/** Submits accounts again, or removes them from the list, one call for each bulk account. Answers how many. */
export function usePendingAction(name: 'PendingSubmit' | 'RemoveFromPending') {
  return useAct(async (rows: readonly PendingAccount[]) => {
    for (const bulkId of new Set(rows.map((row) => row.bulkId))) {
      const accounts = rows.filter((row) => row.bulkId === bulkId).map(({ accountNumber }) => accountNumber)
      await call(name, { bulkId, accounts })
    }
    return rows.length
  })
}

/** Adds the right account in place of one that could not be added, which is removed only after that. */
export function useCorrection() {
  // Where the wrong one could not be removed, another try does not add the right one again: it would be refused.
  const added = useRef<string>(undefined)
  return useAct(async ({ row: { bulkId, accountNumber }, account }: { row: PendingAccount; account: NewAccount }) => {
    const about = JSON.stringify(account)
    if (added.current !== about) await call('AddAccounts', { bulkId, childAccounts: [account] })
    added.current = about
    if (account.accountNo !== accountNumber) await call('RemoveFromPending', { bulkId, accounts: [accountNumber] })
  })
}
