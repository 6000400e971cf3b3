/** Offers to undo a change of the selection, or of how it is paid, for as long as its payment is not sent. */
import { useMemo } from 'react'
import { numberShown } from '../../core/core'
import { toasts } from '../../ui/feedback/toastQueue'
import { useTranslation } from '../../words/useTranslation'
import { useUndo } from '../form/useUndo'
import { type ChosenBills, useChosen } from './selection'

const offers = new Set<number>()

export function useUndoOfChoice() {
  const offerUndo = useUndo()
  return useMemo(() => (title: string, undo: () => void) => void offers.add(offerUndo(title, undo)), [offerUndo])
}

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

/** The payment is being sent: what was left out of it cannot come back to it. */
export function withdrawUndo() {
  for (const id of offers) toasts.close(id)
  offers.clear()
}
