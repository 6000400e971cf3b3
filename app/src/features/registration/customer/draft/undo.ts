/** Undoing what was taken out of a draft, for as long as its wizard is open: submitted or read anew, it takes nothing back. */
import { undoUntilWithdrawn } from '../../../../kit/form/useUndo'

export const { useOffer: useUndoInDraft, withdraw: withdrawUndo } = undoUntilWithdrawn()
