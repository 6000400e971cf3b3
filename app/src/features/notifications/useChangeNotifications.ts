/** Marks notifications as read, or deletes them with undo. */
import { useCallback } from 'react'
import { type ChosenNotifications, numberShown } from '../../core/core'
import { call, messageOf } from '../../kit/call/api'
import { useWrite } from '../../kit/call/write'
import { useUndo } from '../../kit/form/useUndo'
import { toasts } from '../../ui/feedback/toastQueue'
import { useTranslation } from '../../words/useTranslation'

export interface NotificationActions {
  /** Resolves to whether it succeeded. */
  read: (chosen: ChosenNotifications) => Promise<boolean>
  remove: (chosen: ChosenNotifications) => Promise<boolean>
}

export function useChangeNotifications(): NotificationActions & { isReading: boolean; isRemoving: boolean } {
  const { t } = useTranslation('notifications')
  const offerUndo = useUndo()
  const { mutateAsync: readLogs, isPending: isReading } = useWrite('ReadLogs')
  const { mutateAsync: deleteLogs, isPending: isRemoving } = useWrite('DeleteLogs')
  const read = useCallback(
    (chosen: ChosenNotifications) =>
      runWithErrorToast(async () => {
        const { count } = await readLogs(chosen)
        toasts.add({ title: t('readDone', { count, shown: numberShown(count) }) })
      }),
    [readLogs, t],
  )
  const remove = useCallback(
    (chosen: ChosenNotifications) =>
      runWithErrorToast(async () => {
        const { count, changedAt } = await deleteLogs(chosen)
        offerUndo(t('deleted', { count, shown: numberShown(count) }), () => call('RestoreLogs', { changedAt }))
      }),
    [deleteLogs, offerUndo, t],
  )
  return { read, remove, isReading, isRemoving }
}

/** Runs the action and shows an error as a message. */
async function runWithErrorToast(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    toasts.add({ title: messageOf(error), tone: 'bad' })
    return false
  }
}
