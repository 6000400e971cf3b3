/** Takes bills out of the payment, and offers to take them in again. */

import { type InvoiceNo, numberShown } from '../../../../core/core'
import { useUndo } from '../../../../kit/form/useUndo'
import { useChosen, without } from '../../../../kit/paying/selection'
import { useTranslation } from '../../../../words/useTranslation'

export function useLeaveOut() {
  const { t } = useTranslation('paymentsMaking')
  const [bills, setBills] = useChosen()
  const offerUndo = useUndo()
  return (invoices: readonly { invoiceNo: InvoiceNo }[]) => {
    const numbers = invoices.map(({ invoiceNo }) => invoiceNo)
    setBills(without(bills, numbers))
    offerUndo(t('review.leftOut', { count: numbers.length, shown: numberShown(numbers.length) }), () => setBills(bills))
  }
}
