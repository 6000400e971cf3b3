/** Actions on accounts that could not be added. */
import { useRef } from 'react'
import { type NewAccount, numberShown, type PendingAccount } from '~/core/core'
import { call } from '~/kit/call/api'
import { useAction } from '~/kit/call/write'
import { toasts } from '~/ui/feedback/toastQueue'
import type { Translate } from '~/words/useTranslation'
import { type Outcome, runForEachBulkAccount } from './runForEachBulkAccount'

/** Submits accounts again, or removes them from the list. */
export function usePendingAction(name: 'PendingSubmit' | 'RemoveFromPending') {
  return useAction((rows: readonly PendingAccount[]) => runForEachBulkAccount(rows, (bulkId, accounts) => call(name, { bulkId, accounts })))
}

/** Shows a message with the number of accounts for which the action succeeded. */
export function showDoneToast(t: Translate<'accounts'>, done: 'pending.tried' | 'pending.forgotten', { count }: Outcome) {
  toasts.add({ title: t(done, { count, shown: numberShown(count) }) })
}

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
