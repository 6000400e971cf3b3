/** The rows of a list that are chosen. Chosen bills beyond the list stay chosen. */
import { useMemo } from 'react'
import type { Bill, InvoiceNo } from '../../core'
import { type Chosen, useChosen } from '../pay/selection'

export function useBillSelection(rows: readonly Bill[]) {
  const [bills, setBills] = useChosen()
  const selected = useMemo(() => new Set(bills.keys()), [bills])

  function onChange(next: ReadonlySet<string>) {
    const chosen = new Map<InvoiceNo, Chosen>()
    for (const [invoiceNo, bill] of bills) if (next.has(invoiceNo)) chosen.set(invoiceNo, bill)
    for (const { invoiceNo, accountNo, totalAmountPayable, billBatchId } of rows) {
      if (next.has(invoiceNo) && !chosen.has(invoiceNo))
        chosen.set(invoiceNo, { accountNo, amount: totalAmountPayable, batchId: billBatchId })
    }
    setBills(chosen)
  }
  return { selected, onChange }
}
