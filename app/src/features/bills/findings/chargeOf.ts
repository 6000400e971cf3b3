/** Finds the charge of a bill that a finding is about. */
import type { BillDetails, ChargeShown, Money } from '~/core/core'

/**
 * Returns the charge with this number. Undefined if it has another amount: the bill was delivered again with other lines since the
 * finding.
 */
export const chargeOf = (charges: BillDetails['charges'] | undefined, line: number, amount: Money): ChargeShown | undefined =>
  charges?.groups.flatMap(({ lines }) => lines).find((charge) => charge.number === line && charge.amount === amount)
