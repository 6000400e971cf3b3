import type { BankLine, LineOutcome } from '~/core/core'

/**
 * Returns the ticked lines that can be decided. A ticked line is a copy from the time of ticking, so the list's newer version is
 * used. Lines that a colleague has decided since have no proposal any more.
 */
export function decidable(ticked: Iterable<BankLine>, shown: readonly BankLine[]): BankLine[] {
  const now = new Map(shown.map((line) => [line.line, line]))
  return [...ticked].map((line) => now.get(line.line) ?? line).filter(({ payment, proposal }) => payment && proposal)
}

/** Returns the lines that can still be decided after a review that was left before all lines were sent. They stay ticked. */
export function remainingDecidable(lines: Iterable<BankLine>, answered: readonly number[]): BankLine[] {
  const done = new Set(answered)
  return [...lines].filter(({ line, payment, proposal }) => payment && proposal && !done.has(line))
}

/** Whether an outcome must be shown even if the review is left early: a refusal, or a decision that awaits a second officer. */
export const mustShowOutcome = ({ refusal, awaitsSecondOfficer }: LineOutcome): boolean => Boolean(refusal) || awaitsSecondOfficer
