/** The page without the frame, for when the profile cannot be loaded, for example during maintenance. */
import { Zap } from 'lucide-react'
import { AnnouncementNotices } from '../kit/announcements/AnnouncementNotices'
import { useOptionalRead } from '../kit/call/read'
import { type Failure, useFailure } from '../kit/page/CouldNotLoad'
import { Reference } from '../kit/page/Reference'
import { useTitle } from '../kit/page/useTitle'
import styles from '../kit/public/PublicFrame.module.css'
import { Button } from '../ui/button/Button'
import { ToastRegion } from '../ui/feedback/ToastRegion'
import { Page } from '../ui/layout/Page'
import { useTranslation } from '../words/useTranslation'

export function WithoutFrame(failure: Failure) {
  const { t } = useTranslation()
  const { title, body, retry } = useFailure(failure)
  // This call may still succeed. It returns the name, the announcements and the care line.
  const portal = useOptionalRead('GetPortal', {})
  useTitle(title)
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Zap aria-hidden="true" />
          {portal?.utilityName ?? t('product')}
        </span>
      </header>
      <main className={styles.main}>
        <div className={styles.page}>
          {portal && (
            <div className={styles.announced}>
              <AnnouncementNotices announcements={portal.announcements.announcements} />
            </div>
          )}
          <Page title={title} subtitle={body} width="form">
            <div>
              <Button mode="primary" onPress={() => void retry()}>
                {t('ui.refresh')}
              </Button>
            </div>
            <Reference error={failure.error} />
          </Page>
        </div>
      </main>
      <footer className={styles.footer}>{portal && <p>{t('careLine', { number: portal.careLine })}</p>}</footer>
      <ToastRegion />
    </div>
  )
}
