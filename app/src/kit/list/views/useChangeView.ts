/** Actions on a saved view that need no dialogue: share, stop sharing, and delete with undo. */
import type { SavedView } from '../../../core/core'
import { toasts } from '../../../ui/feedback/toastQueue'
import { useTranslation } from '../../../words/useTranslation'
import { call, messageOf } from '../../call/api'
import { useWrite } from '../../call/write'
import { useUndo } from '../../form/useUndo'

export function useChangeView() {
  const { t } = useTranslation('list')
  const offerUndo = useUndo()
  const shareView = useWrite('ShareView')
  const deleteView = useWrite('DeleteView')
  /** Shows errors as toasts, because the panel has already closed. */
  async function told(act: () => Promise<unknown>) {
    try {
      await act()
    } catch (error) {
      toasts.add({ title: messageOf(error), tone: 'bad' })
    }
  }
  return {
    share: ({ viewId, name, isShared }: SavedView) =>
      told(async () => {
        await shareView.mutateAsync({ viewId, isShared: !isShared })
        toasts.add({ title: t(isShared ? 'saved.unshared' : 'saved.shared', { name }) })
      }),
    remove: ({ viewId, name }: SavedView) =>
      told(async () => {
        await deleteView.mutateAsync({ viewId })
        offerUndo(t('saved.deleted', { name }), () => call('RestoreView', { viewId }))
      }),
  }
}
