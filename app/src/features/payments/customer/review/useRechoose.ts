/** Changes the bills that are reviewed: the last reference number follows the new total where it can. */

import { useNavigate } from '@tanstack/react-router'
import { type InvoiceNo, numberShown, selectionOf } from '../../../../core/core'
import { paths } from '../../../../core/links'
import { useRead } from '../../../../kit/call/read'
import { useUndo } from '../../../../kit/form/useUndo'
import { draftRefusal, filled, useDraft } from '../../../../kit/paying/draft'
import { type ChosenBills, useChosen, without } from '../../../../kit/paying/selection'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'

export function useRechoose() {
  const language = useLanguage()
  const navigate = useNavigate()
  const [, setBills] = useChosen()
  const [draft, change] = useDraft()
  const { methods, mostReferenceNumbers } = useRead('GetPaymentMethods', {})

  return (bills: ChosenBills) => {
    setBills(bills)
    const total = selectionOf([...bills.values()], language).value?.total
    if (total === undefined || bills.size === 0) return
    const most = methods.find(({ paymentMethod }) => paymentMethod === draft.method)?.most ?? null
    const references = filled(draft.references, total, most, language)
    change({ references })
    const refusal = draftRefusal({ ...draft, references }, total, mostReferenceNumbers, language)
    if (refusal) void navigate({ to: paths.payMethod })
  }
}

/** Takes bills out of the payment, and offers to take them in again. */
export function useLeaveOut() {
  const { t } = useTranslation('paymentsMaking')
  const [bills] = useChosen()
  const rechoose = useRechoose()
  const offerUndo = useUndo()
  return (invoices: readonly { invoiceNo: InvoiceNo }[]) => {
    const numbers = invoices.map(({ invoiceNo }) => invoiceNo)
    rechoose(without(bills, numbers))
    offerUndo(t('review.leftOut', { count: numbers.length, shown: numberShown(numbers.length) }), () => rechoose(bills))
  }
}
