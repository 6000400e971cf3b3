/** Chooses the bill that a finding's bill is compared with. */
import type { DailyBill, InvoiceNo } from '~/core/core'

interface Compared {
  own: DailyBill
  other: DailyBill
  /** Whether the other bill proves the finding. */
  isProof: boolean
}

/**
 * Returns the bill, and the bill that proves a finding on it. If the proof is not in `bills` (too old, or without a period),
 * returns the previous bill instead. Undefined if either is missing. `bills` must be sorted, oldest first.
 */
export function comparedBills(bills: readonly DailyBill[], invoiceNo: InvoiceNo, proof: InvoiceNo | null): Compared | undefined {
  const at = bills.findIndex((bill) => bill.invoiceNo === invoiceNo)
  const own = bills[at]
  const other = bills.find((bill) => bill.invoiceNo === proof && bill.invoiceNo !== invoiceNo) ?? bills[at - 1]
  return own && other && { own, other, isProof: other.invoiceNo === proof }
}
