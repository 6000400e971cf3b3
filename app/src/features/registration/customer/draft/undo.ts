/**
 * Undo for removals in a draft, available while its wizard is open. It is withdrawn on submit or when the draft is loaded again.
 */
import { undoUntilWithdrawn } from '../../../../kit/form/useUndo'

export const { useOffer: useUndoInDraft, withdraw: withdrawUndo } = undoUntilWithdrawn()
