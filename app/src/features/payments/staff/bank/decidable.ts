import type { BankLine, LineOutcome } from '../../../../core/core'

/**
 * The ticked lines that can be decided. What is ticked is kept as it was then, what the list shows is newer: one that a colleague
 * has decided meanwhile has no proposal any more.
 */
export function decidable(ticked: Iterable<BankLine>, shown: readonly BankLine[]): BankLine[] {
  const now = new Map(shown.map((line) => [line.line, line]))
  return [...ticked].map((line) => now.get(line.line) ?? line).filter(({ payment, proposal }) => payment && proposal)
}

/** Those that can still be decided after a review that may have been left before all were sent: they stay ticked. */
export function undecided(lines: Iterable<BankLine>, answered: readonly number[]): BankLine[] {
  const done = new Set(answered)
  return [...lines].filter(({ line, payment, proposal }) => payment && proposal && !done.has(line))
}

/** Whether an outcome has to be told also when the review is left before all were sent: why nothing was decided, or that it waits. */
export const hasToBeTold = ({ refusal, awaitsSecondOfficer }: LineOutcome): boolean => Boolean(refusal) || awaitsSecondOfficer
