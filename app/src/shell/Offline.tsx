/** Says that the connection is gone, for as long as it is. */
import { useSyncExternalStore } from 'react'
import { Notice } from '../ui/Notice'
import { useTranslation } from '../words/useTranslation'

function subscribe(changed: () => void) {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

export function Offline() {
  const { t } = useTranslation('shell')
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Notice tone="warning" title={t('offline.title')} isAnnounced>
      {t('offline.body')}
    </Notice>
  )
}
