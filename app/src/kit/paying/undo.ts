/** Offers to undo a change of the selection, or of how it is paid, for as long as its payment is not sent. */
import { numberShown } from '../../core/core'
import { useTranslation } from '../../words/useTranslation'
import { undoUntilWithdrawn } from '../form/useUndo'
import { type ChosenBills, useChosen } from './selection'

/** The payment is being sent: what was left out of it cannot come back to it. */
export const { useOffer: useUndoOfChoice, withdraw: withdrawUndo } = undoUntilWithdrawn()

/** Chooses these bills in place of those that were chosen, which can be had back. */
export function useChooseOnly() {
  const { t } = useTranslation('paying')
  const [, setBills] = useChosen()
  const offerUndo = useUndoOfChoice()
  return (bills: ChosenBills) => {
    let replaced = bills
    setBills((before) => {
      replaced = before
      return bills
    })
    const count = [...replaced.keys()].filter((invoiceNo) => !bills.has(invoiceNo)).length
    if (count > 0) offerUndo(t('replaced', { count, shown: numberShown(count) }), () => setBills(replaced))
  }
}
