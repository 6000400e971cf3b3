/** Offers to undo a change of the selection, for as long as the selection is not paid. */
import { useMemo } from 'react'
import { toasts } from '../../ui/feedback/toastQueue'
import { useUndo } from '../form/useUndo'

const offers = new Set<number>()

export function useUndoOfChoice() {
  const offerUndo = useUndo()
  return useMemo(() => (title: string, undo: () => void) => void offers.add(offerUndo(title, undo)), [offerUndo])
}

/** The bills belong to a payment now: what was left out of it cannot come back to it. */
export function withdrawUndo() {
  for (const id of offers) toasts.close(id)
  offers.clear()
}
