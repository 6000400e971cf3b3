/** The user's notifications, with the actions to mark as read and to delete, for customers and staff. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type ChosenNotifications, constants, type Notification, numberShown } from '~/core/core'
import { paths } from '~/core/links'
import { call, messageOf } from '~/kit/call/api'
import { useOptionalRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { useUndo } from '~/kit/form/useUndo'
import { List } from '~/kit/list/List'
import { type ChangeOf, useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTicked } from '~/kit/list/useTicked'
import { liteCount } from '~/kit/notifications/lite'
import { useTitle } from '~/kit/page/useTitle'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { Page } from '~/ui/layout/Page'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { SelectionBar } from '~/ui/table/SelectionBar'
import { useTranslation } from '~/words/useTranslation'
import { newestId } from './newest'
import { type NotificationSearch, notificationList } from './notificationList'

const customerRoute = getRouteApi(paths.notifications)
const staffRoute = getRouteApi(paths.staffNotifications)

export function Notifications() {
  return <NotificationsScreen search={customerRoute.useSearch()} onSearch={useChangeSearch(customerRoute.useNavigate())} />
}

export function StaffNotifications() {
  return <NotificationsScreen search={staffRoute.useSearch()} onSearch={useChangeSearch(staffRoute.useNavigate())} />
}

interface Props {
  search: NotificationSearch
  onSearch: ChangeOf<NotificationSearch>
}

function NotificationsScreen({ search, onSearch }: Props) {
  const { t } = useTranslation('notifications')
  useTitle(t('title'))
  const notifications = useList(notificationList, { search, onSearch: (change) => onSearch(change, true) })
  const { ticked, selection, clear, untick } = useTicked(notifications)
  const { read, remove, isReading, isRemoving } = useChangeNotifications()
  const hasNoneUnread = useOptionalRead('LiteLogs', { count: liteCount })?.unread === 0
  const { filter, startDate, endDate } = notifications.request
  const newest = newestId(notifications.rows)
  const matching = {
    ...(filter && { filter }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    ...(newest && { newestId: newest }),
  }
  const chosen = { list: [...ticked.keys()] }
  const clearWhen = (isDone: boolean) => {
    if (isDone) clear()
  }
  /** Deletes the row of a menu. The row is unticked, because the bar must not count a deleted notification. */
  const removeRow = useCallback(
    async (row: ChosenNotifications) => {
      const isDone = await remove(row)
      if (isDone) untick(row.list ?? [])
      return isDone
    },
    [remove, untick],
  )
  return (
    <Page
      title={t('title')}
      about={t('lead', { months: constants.notificationMonths })}
      actions={
        <Button
          isLoading={isReading}
          isDisabled={hasNoneUnread}
          why={hasNoneUnread ? t('noneUnread') : undefined}
          onPress={() => void read({ list: [], matching })}
        >
          {t('readAll')}
        </Button>
      }
    >
      <List list={notifications} selection={selection} menu={useNotificationMenu({ read, remove: removeRow })} />
      <SelectionBar
        isShown={ticked.size > 0}
        text={t('bar.text', { count: ticked.size, shown: numberShown(ticked.size) })}
        onClear={clear}
        actions={
          <>
            <Button isLoading={isReading} onPress={() => void read(chosen).then(clearWhen)}>
              {t('read')}
            </Button>
            <Button mode="primary" isLoading={isRemoving} onPress={() => void remove(chosen).then(clearWhen)}>
              {t('delete')}
            </Button>
          </>
        }
      />
    </Page>
  )
}

function useNotificationMenu({ read, remove }: NotificationActions) {
  const { t } = useTranslation('notifications')
  return useCallback(
    ({ id, hasRead }: Notification): MenuItem[] => [
      ...(hasRead ? [] : [{ id: 'read', label: t('read'), onAction: () => void read({ list: [id] }) }]),
      { id: 'delete', label: t('delete'), onAction: () => void remove({ list: [id] }) },
    ],
    [t, read, remove],
  )
}

interface NotificationActions {
  /** Both actions resolve to whether they succeeded. */
  read: (chosen: ChosenNotifications) => Promise<boolean>
  remove: (chosen: ChosenNotifications) => Promise<boolean>
}

/** Marks notifications as read, or deletes them with undo. */
function useChangeNotifications(): NotificationActions & { isReading: boolean; isRemoving: boolean } {
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

/** Runs the action, and shows an error as a toast. Resolves to whether the action succeeded. */
async function runWithErrorToast(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    toasts.add({ title: messageOf(error), tone: 'bad' })
    return false
  }
}
