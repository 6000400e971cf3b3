/** Trying accounts of several customers again, or forgetting them: one call for each bulk account, since each is decided for itself. */
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api'
import type { PendingAccount } from '../../core'
import { queries } from '../../session'

export type PendingAction = 'PendingSubmitForAdmin' | 'RemoveFromPendingForAdmin'

const shownIn = /^(GetBulkChildAccountError|GetBulkAccounts|GetElectricityAccountsCard|GetAccountsForAdmin)/

/** Asks again for whatever shows accounts of customers. */
const showAccountsAnew = () => queries.invalidateQueries({ predicate: ({ queryKey }) => shownIn.test(String(queryKey[0])) })

export const usePendingActions = () =>
  useMutation({
    mutationFn: async ({ action, accounts }: { action: PendingAction; accounts: readonly PendingAccount[] }) => {
      for (const bulkId of new Set(accounts.map((account) => account.bulkId))) {
        const ofBulk = accounts.filter((account) => account.bulkId === bulkId)
        await call(action, { bulkId, accounts: ofBulk.map(({ accountNumber }) => accountNumber) })
      }
    },
    // When one of the calls was refused, those before it are done.
    onSettled: () => void showAccountsAnew(),
  })
