/**
 * The page of a portal that was opened without a connection: the brand, the problem and a retry button. When the portal can be
 * reached, it opens by itself.
 */
import { Zap } from 'lucide-react'
import { useEffect, useState } from 'react'
import { checkConnection } from '../kit/call/online'
import { useTitle } from '../kit/page/useTitle'
import frame from '../kit/public/PublicFrame.module.css'
import { Button } from '../ui/button/Button'
import { Notice } from '../ui/feedback/Notice'
import { Page } from '../ui/layout/Page'
import { useTranslation } from '../words/useTranslation'

/** Milliseconds between attempts to reach the portal. The browser's `online` event reports only the local connection. */
const retryInterval = 5_000

export function OfflineFrame() {
  const { t } = useTranslation(['shell', 'common'])
  const [asked, setAsked] = useState<'asking' | 'unreachable'>()
  useTitle(t('offline.title'))
  useEffect(() => {
    const reopen = async () => {
      if (navigator.onLine && (await checkConnection())) location.reload()
    }
    const timer = setInterval(reopen, retryInterval)
    addEventListener('online', reopen)
    return () => {
      clearInterval(timer)
      removeEventListener('online', reopen)
    }
  }, [])
  async function retry() {
    setAsked('asking')
    if (await checkConnection()) location.reload()
    else setAsked('unreachable')
  }
  return (
    <div className={frame.frame}>
      <header className={frame.header}>
        <span className={frame.brand}>
          <Zap aria-hidden="true" />
          {t('common:product')}
        </span>
      </header>
      <main className={frame.main}>
        <div className={frame.page}>
          <Page title={t('offline.title')} subtitle={t('offline.loaded')} width="form">
            {asked === 'unreachable' && <Notice tone="warning" title={t('offline.still')} isAnnounced />}
            <div>
              <Button mode="primary" onPress={() => void retry()} isLoading={asked === 'asking'}>
                {t('common:ui.tryAgain')}
              </Button>
            </div>
          </Page>
        </div>
      </main>
    </div>
  )
}
