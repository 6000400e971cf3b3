/** What an officer enters about late money. */
import type { LateConfirmationDetails, LateWay } from '../../../../core/core'

export interface LateEntry {
  way: LateWay | null
  account: string
  reference: string
}

type Proposed = LateConfirmationDetails['late']['proposed']

/** What a colleague proposed, to be confirmed; or the first account of the payment, where the money may belong. */
export const begunWith = (proposed: Proposed, accounts: readonly string[]): LateEntry => ({
  way: proposed?.way ?? null,
  account: proposed?.accountNo ?? accounts[0] ?? '',
  reference: proposed?.reference ?? '',
})

/** A proposal that comes meanwhile takes the place of what was sent, and not of what is being typed. */
export const entryOf = (typed: LateEntry | null, isSent: boolean, proposed: Proposed, accounts: readonly string[]): LateEntry =>
  typed && !(isSent && proposed) ? typed : begunWith(proposed, accounts)

/** Whether it is what was proposed: then it is confirmed by it. */
export const isProposed = ({ way, account, reference }: LateEntry, proposed: Proposed): boolean =>
  way === proposed?.way &&
  (proposed?.accountNo ?? account.trim()) === account.trim() &&
  (proposed?.reference ?? reference.trim()) === reference.trim()
