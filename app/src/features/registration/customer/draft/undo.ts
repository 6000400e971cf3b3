/** Undoing what was taken out of a draft, for as long as its wizard is open: submitted or read anew, it takes nothing back. */
import { useMemo } from 'react'
import { useUndo } from '../../../../kit/form/useUndo'
import { toasts } from '../../../../ui/feedback/toastQueue'

const offers = new Set<number>()

export function useUndoInDraft() {
  const offerUndo = useUndo()
  return useMemo(() => (title: string, undo: () => void) => void offers.add(offerUndo(title, undo)), [offerUndo])
}

export function withdrawUndo() {
  for (const id of offers) toasts.close(id)
  offers.clear()
}
