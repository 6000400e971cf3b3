/** Undo for changes to the selection or the payment's draft, offered until the payment is submitted. */
import { numberShown } from '~/core/core'
import { useTranslation } from '~/words/useTranslation'
import { undoUntilWithdrawn } from '../form/useUndo'
import { type ChosenBills, useChosen } from './selection'
import type { LeftOutOfMany } from './takenOut'

/** Call `withdrawUndo` when the payment is submitted, because its bills can then no longer change. */
export const { useOffer: useUndoOfChoice, withdraw: withdrawUndo } = undoUntilWithdrawn()

/** Returns a function that replaces the selection with other bills and offers to undo that. */
export function useChooseOnly() {
  const { t } = useTranslation('paying')
  const [, setBills] = useChosen()
  const offerUndo = useUndoOfChoice()
  return (bills: ChosenBills, leftOut: LeftOutOfMany['leftOut']) => {
    let replaced = bills
    setBills(
      (before) => {
        replaced = before
        return bills
      },
      { leftOut, batchIds: [] },
    )
    const count = [...replaced.keys()].filter((invoiceNo) => !bills.has(invoiceNo)).length
    if (count > 0) offerUndo(t('replaced', { count, shown: numberShown(count) }), () => setBills(replaced))
  }
}
