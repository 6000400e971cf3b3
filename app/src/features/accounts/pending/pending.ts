/** What is done with accounts that could not be added. */
import { useRef } from 'react'
import { type NewAccount, numberShown, type PendingAccount } from '../../../core/core'
import { call } from '../../../kit/call/api'
import { useAct } from '../../../kit/call/write'
import { toasts } from '../../../ui/feedback/toastQueue'
import type { Translate } from '../../../words/useTranslation'
import { eachBulkAccount, type Outcome } from './eachBulkAccount'

/** Submits accounts again, or removes them from the list. */
export function usePendingAction(name: 'PendingSubmit' | 'RemoveFromPending') {
  return useAct((rows: readonly PendingAccount[]) => eachBulkAccount(rows, (bulkId, accounts) => call(name, { bulkId, accounts })))
}

/** Says how many it was done with. */
export function sayDone(t: Translate<'accounts'>, done: 'pending.tried' | 'pending.forgotten', { count }: Outcome) {
  toasts.add({ title: t(done, { count, shown: numberShown(count) }) })
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
