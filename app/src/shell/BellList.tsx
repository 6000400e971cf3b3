/** The newest notifications, and a link to all of them. */
import { instantShown, type Notification } from '../core/core'
import { link } from '../core/links'
import { NotificationTitle } from '../kit/notifications/NotificationTitle'
import { isStaffRole, useProfile } from '../kit/session/useProfile'
import { Link } from '../ui/button/Link'
import { useLanguage } from '../words/useLanguage'
import { useTranslation } from '../words/useTranslation'
import styles from './Tray.module.css'

interface Props {
  items: readonly Notification[] | undefined
  onLeave: () => void
}

export function BellList({ items, onLeave }: Props) {
  const { t } = useTranslation('notifications')
  const language = useLanguage()
  const { role } = useProfile()
  return (
    <>
      {items?.length === 0 && <p className={styles.how}>{t('bell.none')}</p>}
      {items && items.length > 0 && (
        <ul className={styles.list}>
          {items.map((notification) => (
            <li key={notification.id} className={styles.item}>
              <div className={styles.about}>
                <NotificationTitle notification={notification} onLeave={onLeave} />
                <span className={styles.how}>{instantShown(notification.createdDate, language)}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Link href={isStaffRole(role) ? link('staffNotifications') : link('notifications')} onClick={() => onLeave()}>
        {t('bell.all')}
      </Link>
    </>
  )
}
