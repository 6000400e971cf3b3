/** The frame of the signed-in screens: brand, menus, and the screen itself. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Zap } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { handleLinkClick, useRouter } from 'react-aria/private/utils/openLink'
import type { OnShow } from '../core/generatedData'
import { link } from '../core/links'
import { AnnouncementNotices } from '../kit/announcements/AnnouncementNotices'
import { untilNext } from '../kit/announcements/untilNext'
import { type CallQuery, callQuery, useOptionalQuery, useOptionalRead } from '../kit/call/read'
import { Boundary } from '../kit/page/Boundary'
import { keepFocus } from '../kit/page/keepFocus'
import { isStaffRole, useIsSetupRequired, useProfile } from '../kit/session/useProfile'
import { deferComponent, requiredComponent } from '../ui/base/deferred'
import { Link, LinkElement, type LinkProps } from '../ui/button/Link'
import { ToastRegion } from '../ui/feedback/ToastRegion'
import { pageTitleId } from '../ui/layout/Page'
import { withWords } from '../words/store'
import { useTranslation } from '../words/useTranslation'
import { AccountMenu } from './AccountMenu'
import { ActingFor } from './ActingFor'
import { CommandKeys } from './commands/CommandKeys'
import { HelpMenu } from './HelpMenu'
import { MainMenu } from './menu/MainMenu'
import { SectionTabs } from './menu/SectionTabs'
import { Offline } from './Offline'
import styles from './Shell.module.css'
import { useTours } from './tours/part'
import { ViewBar } from './ViewBar'

const Downloads = deferComponent(async () => (await import('./Downloads')).Downloads)
const Bell = deferComponent(withWords(['notifications'], async () => (await import('./Bell')).Bell))

const AcceptTerms = requiredComponent(withWords(['identityPages'], async () => (await import('./AcceptTerms')).AcceptTerms))

export function Shell() {
  const { t } = useTranslation(['shell', 'common'])
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const { role, viewedBy, isPasswordResetRequired, termsToAccept } = useProfile()
  const isSetupRequired = useIsSetupRequired()
  // A required new password, second factor or company sign-in, and changed terms block everything else.
  const isBlocked = isPasswordResetRequired || isSetupRequired || termsToAccept !== null
  const portal = useOptionalRead('GetPortal', {})
  const isFirstScreen = useRef(true)

  useEffect(() => {
    // The title of a new screen takes the focus, so that screen readers start there. A list that the user returns to has
    // already focused a row.
    if (isFirstScreen.current) isFirstScreen.current = false
    else if (path && !document.activeElement?.closest('[data-row]')) document.getElementById(pageTitleId)?.focus({ preventScroll: true })
  }, [path])
  useEffect(() => {
    if (portal?.accent) document.documentElement.style.setProperty('--accent', portal.accent)
  }, [portal])

  useEffect(keepFocus, [])

  const isStaff = isStaffRole(role)
  return (
    <LinkElement value={RoutedLink}>
      <SkipLink />
      <div className={styles.shell} data-viewed={viewedBy !== null || undefined}>
        {viewedBy !== null && <ViewBar />}
        <header className={styles.header}>
          <Link className={styles.brand} href={isStaff ? link('staffHome') : link('home')}>
            <Zap aria-hidden="true" />
            <span>{portal?.utilityName ?? t('common:product')}</span>
          </Link>
          <ActingFor />
          {!isBlocked && <CommandKeys />}
          {!isBlocked && <Downloads />}
          {!isBlocked && viewedBy === null && <Bell />}
          <span data-tour="help">
            <HelpMenu />
          </span>
          <span data-tour="account">
            <AccountMenu />
          </span>
        </header>
        {!isBlocked && <MainMenu />}
        {!isBlocked && viewedBy === null && <ToursOfPage />}
        <main className={styles.main}>
          <Offline />
          {!isBlocked && <AnnouncementBar />}
          {!isBlocked && <SectionTabs />}
          {termsToAccept !== null ? (
            <Boundary isPage>
              <AcceptTerms />
            </Boundary>
          ) : (
            <Outlet />
          )}
        </main>
      </div>
      <ToastRegion />
    </LinkElement>
  )
}

/** A plain link, because it jumps within the page. */
function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      className={styles.skip}
      href={`#${pageTitleId}`}
      onClick={(event) => {
        // A new fragment would be a navigation, and a form with unsaved changes would ask before it.
        event.preventDefault()
        const title = document.getElementById(pageTitleId)
        title?.focus({ preventScroll: true })
        title?.scrollIntoView({ block: 'start' })
      }}
    >
      {t('skip')}
    </a>
  )
}

/** The tours of the screen. Not for customer view mode, where the officer would be recorded as having seen them. */
function ToursOfPage() {
  const Tours = useTours()?.Tours
  return Tours && <Tours />
}

/** The announcements, shown above every screen. */
function AnnouncementBar() {
  const shown = useOptionalQuery(announcementsQuery)
  return shown && <AnnouncementNotices announcements={shown.announcements} isBrief />
}

/** Refetches the announcements for all screens when one appears, begins or ends. */
const announcementsQuery: CallQuery<OnShow> = {
  ...callQuery('GetAnnouncements', {}),
  refetchInterval: ({ state }) => untilNext(state.data),
}

/** A link that navigates through React Aria's RouterProvider. Provided to LinkElement. */
function RoutedLink({ href, onClick, ...given }: LinkProps) {
  const router = useRouter()
  return (
    <a
      {...given}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        handleLinkClick(event, router, href, undefined)
      }}
    />
  )
}
