/** Chooses the bill that a finding's bill is compared with. */
import type { DailyBill, InvoiceNo } from '../../../core/core'

/**
 * Returns the bill and the bill that proves a finding on it, or else the previous bill. Undefined without one of both. The
 * bills are in their order; a proof that is older than these bills, or has no period, is replaced by the previous bill.
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
