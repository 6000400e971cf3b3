/** An officer's entry about a late receipt. */
import type { LateConfirmationDetails, LateWay } from '~/core/core'
import { accountNumber } from '~/kit/accounts/accountNumber'

export interface LateEntry {
  way: LateWay | null
  account: string
  reference: string
}

type Proposed = LateConfirmationDetails['late']['proposed']

/** Starts with a colleague's proposal, to be confirmed, or with the first account of the payment, which the money may belong to. */
export const initialLateEntry = (proposed: Proposed, accounts: readonly string[]): LateEntry => ({
  way: proposed?.way ?? null,
  account: proposed?.accountNo ?? accounts[0] ?? '',
  reference: proposed?.reference ?? '',
})

/** Returns the entry to show. A new proposal replaces an entry that was sent, but not an entry that is being typed. */
export const entryOf = (typed: LateEntry | null, isSent: boolean, proposed: Proposed, accounts: readonly string[]): LateEntry =>
  typed && !(isSent && proposed) ? typed : initialLateEntry(proposed, accounts)

/** Whether the entry equals the proposal. Sending it then confirms the proposal. */
export const isProposed = ({ way, account, reference }: LateEntry, proposed: Proposed): boolean =>
  way === proposed?.way &&
  (proposed?.accountNo ?? accountNumber(account)) === accountNumber(account) &&
  (proposed?.reference ?? reference.trim()) === reference.trim()
