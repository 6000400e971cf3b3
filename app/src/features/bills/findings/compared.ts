/** Chooses the bill that a finding's bill is compared with. */
import type { DailyBill, InvoiceNo } from '~/core/core'

/**
 * Returns the bill, and the bill that proves a finding on it. If the proof is not in `bills` (too old, or without a period),
 * returns the previous bill instead. Undefined if either is missing. `bills` must be sorted, oldest first.
 */
export function comparedBills(
  bills: readonly DailyBill[],
  invoiceNo: InvoiceNo,
  proof: InvoiceNo | null,
): readonly [own: DailyBill, other: DailyBill] | undefined {
  const at = bills.findIndex((bill) => bill.invoiceNo === invoiceNo)
  const own = bills[at]
  const other = bills.find((bill) => bill.invoiceNo === proof && bill.invoiceNo !== invoiceNo) ?? bills[at - 1]
  return own && other && [own, other]
}
