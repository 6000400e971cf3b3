/** Actions on accounts that could not be added. */
import { useRef } from 'react'
import { type NewAccount, numberShown, type PendingAccount } from '~/core/core'
import { call } from '~/kit/call/api'
import { useAction } from '~/kit/call/write'
import type { Translate } from '~/words/useTranslation'
import { type Outcome, runForEachBulkAccount } from './runForEachBulkAccount'

/** Submits accounts again, or removes them from the list. */
export function usePendingAction(name: 'PendingSubmit' | 'RemoveFromPending') {
  return useAction((rows: readonly PendingAccount[]) =>
    runForEachBulkAccount(rows, (bulkId, own) => call(name, { bulkId, accounts: own.map(({ accountNumber }) => accountNumber) })),
  )
}

/** Requests accounts again that were removed from the list, with their reference IDs. Throws the first refusal. */
export async function requestAgain(rows: readonly PendingAccount[]) {
  const again = ({ accountNumber, referenceId }: PendingAccount) => ({ accountNo: accountNumber, referenceId })
  const { refused } = await runForEachBulkAccount(rows, (bulkId, own) => call('AddAccounts', { bulkId, childAccounts: own.map(again) }))
  if (refused[0]) throw refused[0].error
}

/** Returns the message with the number of accounts for which the action succeeded. */
export const doneMessage = (t: Translate<'accounts'>, done: 'pending.tried' | 'pending.forgotten', { count }: Outcome) =>
  t(done, { count, shown: numberShown(count) })

/** Adds the corrected account, and only then removes the wrong account from the list. */
export function useCorrection() {
  // If the removal fails, a retry must not add the corrected account again: the server would refuse it.
  const added = useRef<string>(undefined)
  return useAction(async ({ row: { bulkId, accountNumber }, account }: { row: PendingAccount; account: NewAccount }) => {
    const about = JSON.stringify(account)
    if (added.current !== about) await call('AddAccounts', { bulkId, childAccounts: [account] })
    added.current = about
    if (account.accountNo !== accountNumber) await call('RemoveFromPending', { bulkId, accounts: [accountNumber] })
  })
}
