import type { BankLine } from '../../../../core/core'

/** The lines that can be decided. One that was ticked has no proposal any more once a colleague has decided it. */
export const decidable = (lines: Iterable<BankLine>): BankLine[] => [...lines].filter(({ payment, proposal }) => payment && proposal)
