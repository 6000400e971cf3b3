/** Removes bills from the payment, with undo. */

import { type InvoiceNo, numberShown } from '~/core/core'
import { mergeBills, omitBills, pickBills, useChosen } from '~/kit/paying/selection'
import { useUndoOfChoice } from '~/kit/paying/undo'
import { useTranslation } from '~/words/useTranslation'

export function useLeaveOut() {
  const { t } = useTranslation('paymentsMaking')
  const [bills, setBills] = useChosen()
  const offerUndo = useUndoOfChoice()
  return (invoices: readonly { invoiceNo: InvoiceNo }[]) => {
    const numbers = invoices.map(({ invoiceNo }) => invoiceNo)
    const out = pickBills(bills, numbers)
    setBills((before) => omitBills(before, numbers))
    const title =
      numbers.length === 1
        ? t('review.leftOutOne', { invoice: numbers[0] ?? '' })
        : t('review.leftOut', { count: numbers.length, shown: numberShown(numbers.length) })
    // Bills that were removed or changed since then keep their present state.
    offerUndo(title, () => setBills((before) => mergeBills(out, before)))
  }
}
