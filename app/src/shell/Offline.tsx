/** Says that the connection is gone, or that the portal does not answer, for as long as that is so. */
import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { isReconnectingAtom } from '../kit/call/again'
import { Notice } from '../ui/feedback/Notice'
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
  const isReconnecting = useAtomValue(isReconnectingAtom)
  if (!isOnline) {
    return (
      <Notice tone="warning" title={t('offline.title')} isAnnounced>
        {t('offline.body')}
      </Notice>
    )
  }
  if (!isReconnecting) return null
  return (
    <Notice tone="progress" title={t('reconnecting.title')} isAnnounced>
      {t('reconnecting.body')}
    </Notice>
  )
}
