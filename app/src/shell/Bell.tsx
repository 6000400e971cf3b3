/** The bell: the number of unread notifications, updated live, and the newest notifications. New ones are announced to screen readers. */
import { Bell as BellIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type LiteNotifications, numberShown } from '../core/core'
import { useOptionalRead } from '../kit/call/read'
import { liteCount } from '../kit/notifications/lite'
import { deferComponent } from '../ui/base/deferred'
import { Button } from '../ui/button/Button'
import { PopoverPanel } from '../ui/overlay/PopoverPanel'
import { VisuallyHidden } from '../ui/text/VisuallyHidden'
import { useTranslation } from '../words/useTranslation'
import styles from './Tray.module.css'

const BellList = deferComponent(async () => (await import('./BellList')).BellList)

/** Maximum number to show. A higher number is shown as "99+". */
const maxShown = 99

export function Bell() {
  const { t } = useTranslation('notifications')
  const lite = useOptionalRead('LiteLogs', { count: liteCount })
  const unread = lite?.unread ?? 0
  const shown = unread > maxShown ? t('more', { shown: numberShown(maxShown) }) : numberShown(unread)
  const label = unread > 0 ? t('bell.unread', { count: unread, shown }) : t('bell.label')
  return (
    <span className={styles.tray} data-tour="bell">
      <PopoverPanel
        label={t('bell.label')}
        shows={BellList.code}
        trigger={<Button mode="ghost" size="large" icon={<BellIcon />} label={label} />}
      >
        {(close) => <BellList items={lite?.items} onLeave={close} />}
      </PopoverPanel>
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {shown}
        </span>
      )}
      <VisuallyHidden role="status">{useArrivalText(lite, label)}</VisuallyHidden>
    </span>
  )
}

/**
 * Returns the bell's label, with the number of unread notifications, when a notification arrives. Screen readers announce only that
 * number, because the notification's page reports the event itself. They announce no text that is already there, so each arrival has
 * its own element, and none stays once a notification is read.
 */
function useArrivalText(lite: LiteNotifications | undefined, label: string): ReactNode {
  const [arrived, setArrived] = useState<{ id: number; label: string }>()
  const last = useRef<{ id: number; unread: number }>(undefined)
  const newest = lite?.items[0]
  useEffect(() => {
    if (!lite) return
    const { unread } = lite
    const id = Number(newest?.id ?? 0)
    const before = last.current
    if (before && newest && !newest.hasRead && id > before.id) setArrived({ id, label })
    else if (before && unread < before.unread) setArrived(undefined)
    last.current = { id: Math.max(id, before?.id ?? 0), unread }
  }, [lite, newest, label])
  return arrived && <span key={arrived.id}>{arrived.label}</span>
}
