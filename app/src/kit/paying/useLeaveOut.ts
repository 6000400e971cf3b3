/** Takes bills out of the payment with a reason, and offers to undo that. */

import { type Code, type InvoiceNo, numberShown } from '~/core/core'
import { useTranslation } from '~/words/useTranslation'
import { mergeBills, pickBills, useChosen, useTakenOut } from './selection'
import type { TakenOutReason } from './takenOut'
import { useUndoOfChoice } from './undo'

/** `reason` is that of the bills without their own. */
export function useLeaveOut() {
  const { t } = useTranslation('paying')
  const [bills, setBills] = useChosen()
  const [, takeOut] = useTakenOut()
  const offerUndo = useUndoOfChoice()
  return (invoices: readonly { invoiceNo: InvoiceNo; reason?: Code }[], reason: TakenOutReason) => {
    const numbers = invoices.map(({ invoiceNo }) => invoiceNo)
    const out = pickBills(bills, numbers)
    takeOut(new Map(invoices.map((invoice) => [invoice.invoiceNo, invoice.reason ?? reason])))
    const title =
      numbers.length === 1
        ? t('takenOut.one', { invoice: numbers[0] ?? '' })
        : t('takenOut.several', { count: numbers.length, shown: numberShown(numbers.length) })
    // Bills that were removed or changed since then keep their present state.
    offerUndo(title, () => setBills((before) => mergeBills(out, before)))
  }
}
