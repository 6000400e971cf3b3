/** The bills chosen for payment, as the user saw them. */
import type { BatchId, InvoiceNo } from '~/core/core'

/** A chosen bill: its account, and the amount that the user saw. */
export interface ChosenBill {
  accountNo: string
  amount: string
  /** Undefined if the code that chose the bill does not know its batch. */
  batchId?: BatchId | undefined
  /** Whether the bill was on hold when the user chose it. */
  isHeld?: boolean | undefined
}
export type ChosenBills = ReadonlyMap<InvoiceNo, ChosenBill>
