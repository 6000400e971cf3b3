import { useAtomValue } from 'jotai'
import { useState, useSyncExternalStore } from 'react'
import { checkConnection } from '../kit/call/online'
import { isReconnectingAtom } from '../kit/call/retryCalls'
import { Button } from '../ui/button/Button'
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

/** The notice that the connection is lost, or that the portal does not answer. */
export function Offline() {
  const { t } = useTranslation('shell')
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  const isReconnecting = useAtomValue(isReconnectingAtom)
  if (!isOnline) return <NoConnection />
  if (!isReconnecting) return null
  return (
    <Notice tone="progress" title={t('reconnecting.title')} isAnnounced>
      {t('reconnecting.body')}
    </Notice>
  )
}

function NoConnection() {
  const { t } = useTranslation('shell')
  const [asked, setAsked] = useState<'asking' | 'reached' | 'unreachable'>()
  if (asked === 'reached') return null
  async function retry() {
    setAsked('asking')
    setAsked((await checkConnection()) ? 'reached' : 'unreachable')
  }
  return (
    <Notice
      tone="warning"
      title={t('offline.title')}
      isAnnounced
      actions={
        <Button size="small" onPress={() => void retry()} isLoading={asked === 'asking'}>
          {t('common:ui.tryAgain')}
        </Button>
      }
    >
      <p>{t('offline.body')}</p>
      {asked === 'unreachable' && <p>{t('offline.still')}</p>}
    </Notice>
  )
}
