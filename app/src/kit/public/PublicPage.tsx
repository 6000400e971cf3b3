/** A public page inside the frame, with its title, which is also the tab's title. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { Announcement, Language } from '~/core/generatedData'
import { link } from '~/core/links'
import { Page, pageTitleId } from '~/ui/layout/Page'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { usePortal } from './PublicFrame'
import styles from './PublicFrame.module.css'
import { currentAddress, wasReachedInApp } from './publicPages'

// Loaded on demand, because there are usually no announcements and the sign-in page should stay small.
const load = () => import('../announcements/AnnouncementNotices').then(({ AnnouncementNotices }) => ({ default: AnnouncementNotices }))
const AnnouncementNotices = lazy(() => load().catch(() => ({ default: () => <></> })))

/** The title that was shown last. Pages under one path may be different components, so no component has both titles. */
let lastShown: { title: string; language: Language } | undefined

// Screen readers also begin at the title after a page load.
const focusTitle = () => document.getElementById(pageTitleId)?.focus({ preventScroll: true })

/** The width of the `Page` for each size of a public page. */
const widths = { narrow: 'form', reading: 'reading', wide: 'full' } as const

interface Props {
  title: string
  subtitle?: ReactNode
  /** Links below the page, centred. */
  others?: ReactNode
  size?: keyof typeof widths
  /** Announcements that the page has loaded itself, which are newer than the frame's. */
  announcements?: Announcement[] | undefined
  children?: ReactNode
}

export function PublicPage({ title, subtitle, others, size = 'narrow', announcements, children }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const portal = usePortal()
  const name = portal?.utilityName ?? t('product')
  const { path } = currentAddress()
  const isSignIn = path === link('signIn') || path === link('staffSignIn')
  const announced = (announcements ?? portal?.announcements.announcements)?.filter(
    ({ placement }) => isSignIn || placement === 'everywhere',
  )
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  // Depends on the path, because React may reuse the component for another page.
  useEffect(() => {
    if (wasReachedInApp()) focusTitle()
  }, [path])
  // The page can also change under the same path, and then the pressed button is gone. A new language changes only the text.
  useEffect(() => {
    const isOtherPage = lastShown && lastShown.title !== title && lastShown.language === language
    lastShown = { title, language }
    if (isOtherPage && document.activeElement === document.body) focusTitle()
  }, [title, language])
  return (
    <div className={styles.page} data-size={size}>
      {announced && announced.length > 0 && (
        <div className={styles.announced}>
          <Suspense>
            <AnnouncementNotices announcements={announced} />
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
