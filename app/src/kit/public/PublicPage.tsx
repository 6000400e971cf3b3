/** A public page within the frame: its title, which is the tab's too, and what stands under it. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { link } from '../../core/links'
import { Page, pageTitleId } from '../../ui/layout/Page'
import { useTranslation } from '../../words/useTranslation'
import { usePortal } from './PublicFrame'
import styles from './PublicFrame.module.css'
import { currentAddress, wasWalkedTo } from './publicPages'

// Most of the time nothing is announced, and the sign-in page has less to load.
const load = () => import('../announcements/AnnouncementNotices').then(({ AnnouncementNotices }) => ({ default: AnnouncementNotices }))
const AnnouncementNotices = lazy(() => load().catch(() => ({ default: () => <></> })))

interface Props {
  title: string
  subtitle?: ReactNode
  /** Under the page, in the middle: other ways to go. */
  others?: ReactNode
  size?: 'narrow' | 'reading'
  children?: ReactNode
}

export function PublicPage({ title, subtitle, others, size = 'narrow', children }: Props) {
  const { t } = useTranslation()
  const portal = usePortal()
  const name = portal?.utilityName ?? t('product')
  const { path } = currentAddress()
  const isSignIn = path === link('signIn') || path === link('staffSignIn')
  const announcements = portal?.announcements.announcements.filter(({ placement }) => isSignIn || placement === 'everywhere')
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  // Another path is another page, though the same component draws it.
  useEffect(() => {
    // Where a browser would begin to read a page that it had loaded.
    if (wasWalkedTo()) document.getElementById(pageTitleId)?.focus({ preventScroll: true })
  }, [path])
  return (
    <div className={styles.page} data-size={size}>
      {announcements && announcements.length > 0 && (
        <div className={styles.announced}>
          <Suspense>
            <AnnouncementNotices announcements={announcements} />
          </Suspense>
        </div>
      )}
      <Page title={title} subtitle={subtitle} width={size === 'reading' ? 'reading' : 'form'}>
        <div className={styles.body}>{children}</div>
      </Page>
      {others && <div className={styles.others}>{others}</div>}
    </div>
  )
}
