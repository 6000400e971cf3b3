/** The bell: the number of unread notifications, updated live, and the newest notifications. New ones are announced to screen readers. */
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
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
 * number, because the notification's page reports the event itself.
 */
function useArrivalText(lite: LiteNotifications | undefined, label: string): string | undefined {
  const [arrived, setArrived] = useState<string>()
  const lastId = useRef<number>(undefined)
  const newest = lite?.items[0]
  useEffect(() => {
    if (!lite) return
    const id = Number(newest?.id ?? 0)
    if (newest && !newest.hasRead && lastId.current !== undefined && id > lastId.current) setArrived(label)
    lastId.current = Math.max(id, lastId.current ?? 0)
  }, [lite, newest, label])
  return arrived
}
