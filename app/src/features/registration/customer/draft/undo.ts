/** Offers to undo a removal in a draft. They end when the user leaves the wizard. */
import { undoUntilWithdrawn } from '~/kit/form/useUndo'

export const { useOffer: useUndoInDraft, withdraw: withdrawUndo } = undoUntilWithdrawn()
