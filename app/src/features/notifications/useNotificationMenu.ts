import { useCallback } from 'react'
import type { Notification } from '../../core/core'
import type { MenuItem } from '../../ui/overlay/Menu'
import { useTranslation } from '../../words/useTranslation'
import type { NotificationActions } from './useChangeNotifications'

export function useNotificationMenu({ read, remove }: NotificationActions) {
  const { t } = useTranslation('notifications')
  return useCallback(
    ({ id, hasRead }: Notification): MenuItem[] => [
      ...(hasRead ? [] : [{ id: 'read', label: t('read'), onAction: () => void read({ list: [id] }) }]),
      { id: 'delete', label: t('delete'), onAction: () => void remove({ list: [id] }) },
    ],
    [t, read, remove],
  )
}
