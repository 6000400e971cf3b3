/** A public page inside the frame, with its title, which is also the tab's title. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { link } from '~/core/links'
import { Page, pageTitleId } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { usePortal } from './PublicFrame'
import styles from './PublicFrame.module.css'
import { currentAddress, wasReachedInApp } from './publicPages'

// Loaded on demand, because there are usually no announcements and the sign-in page should stay small.
const load = () => import('../announcements/AnnouncementNotices').then(({ AnnouncementNotices }) => ({ default: AnnouncementNotices }))
const AnnouncementNotices = lazy(() => load().catch(() => ({ default: () => <></> })))

/** The width of the `Page` for each size of a public page. */
const widths = { narrow: 'form', reading: 'reading', wide: 'full' } as const

interface Props {
  title: string
  subtitle?: ReactNode
  /** Links below the page, centred. */
  others?: ReactNode
  size?: keyof typeof widths
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
  // Depends on the path, because React may reuse the component for another page.
  useEffect(() => {
    // Focuses the title, because screen readers also begin there after a page load.
    if (wasReachedInApp()) document.getElementById(pageTitleId)?.focus({ preventScroll: true })
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
      <Page title={title} subtitle={subtitle} width={widths[size]}>
        <div className={styles.body}>{children}</div>
      </Page>
      {others && <div className={styles.others}>{others}</div>}
    </div>
  )
}
