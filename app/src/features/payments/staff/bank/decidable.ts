import type { BankLine } from '../../../../core/core'

/** The lines that can be decided. One that was ticked has no proposal any more once a colleague has decided it. */
export const decidable = (lines: Iterable<BankLine>): BankLine[] => [...lines].filter(({ payment, proposal }) => payment && proposal)

/** Those that can still be decided after a review that may have been left before all were sent: they stay ticked. */
export function undecided(lines: Iterable<BankLine>, answered: readonly number[]): BankLine[] {
  const done = new Set(answered)
  return decidable(lines).filter(({ line }) => !done.has(line))
}
