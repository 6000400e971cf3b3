/** Frame of every screen behind the sign-in: brand, menu, account and the screen. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Zap } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
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
import { Button } from '../ui/button/Button'
import { Link, LinkElement, type LinkProps } from '../ui/button/Link'
import { ToastRegion } from '../ui/feedback/ToastRegion'
import { pageTitleId } from '../ui/layout/Page'
import { withWords } from '../words/store'
import { useTranslation } from '../words/useTranslation'
import { AccountMenu } from './AccountMenu'
import { ActingFor } from './ActingFor'
import { CommandKeys } from './commands/CommandKeys'
import { HelpMenu } from './HelpMenu'
import { MainMenu } from './MainMenu'
import { Offline } from './Offline'
import styles from './Shell.module.css'
import { useTours } from './tours/part'
import { ViewBar } from './ViewBar'

// Loads once the screen is usable.
const Downloads = deferComponent(async () => (await import('./Downloads')).Downloads)
// Loads once the screen is usable, too.
const Bell = deferComponent(withWords(['notifications'], async () => (await import('./Bell')).Bell))

const AcceptTerms = requiredComponent(withWords(['identityPages'], async () => (await import('./AcceptTerms')).AcceptTerms))

export function Shell() {
  const { t } = useTranslation(['shell', 'common'])
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const { role, viewedBy, isPasswordResetRequired, termsToAccept } = useProfile()
  const mustAddOrConnect = useIsSetupRequired()
  // A required new password, second factor or connection, and changed terms block everything else.
  const isFirstAsked = isPasswordResetRequired || mustAddOrConnect || termsToAccept !== null
  const portal = useOptionalRead('GetPortal', {})
  const [menuOpen, setMenuOpen] = useState(false)
  const first = useRef(true)

  useEffect(() => {
    setMenuOpen(false)
    // The focus moves to the title of a new screen, for screen readers too.
    if (first.current) first.current = false
    // Unless the user returned to a list, which focuses the row they left.
    else if (path && !document.activeElement?.closest('[data-row]')) document.getElementById(pageTitleId)?.focus({ preventScroll: true })
  }, [path])
  // The open menu is placed over the page, so it must be scrolled into view.
  useEffect(() => {
    if (menuOpen) document.getElementById('main-menu')?.scrollIntoView({ block: 'start' })
  }, [menuOpen])
  useEffect(() => {
    if (portal?.accent) document.documentElement.style.setProperty('--accent', portal.accent)
  }, [portal])

  useEffect(keepFocus, [])

  /**
   * Called when a menu item is chosen. If it is the current screen, the menu closes here; otherwise it closes when the new screen
   * arrives.
   */
  function leaveMenu(to: string) {
    if (!menuOpen || to !== path) return
    setMenuOpen(false)
    document.getElementById(pageTitleId)?.focus({ preventScroll: true })
  }
  const isStaff = isStaffRole(role)
  return (
    <LinkElement value={RoutedLink}>
      {/* a plain link: it jumps within the page */}
      <a className={styles.skip} href={`#${pageTitleId}`}>
        {t('common:skip')}
      </a>
      <div className={styles.shell} data-viewed={viewedBy !== null || undefined}>
        {viewedBy !== null && <ViewBar />}
        <header className={styles.header}>
          <span className={styles.burger} data-tour="burger">
            <Button
              mode="ghost"
              icon={<MenuIcon />}
              label={t('menu.open')}
              onPress={() => setMenuOpen(!menuOpen)}
              aria-expanded={menuOpen}
              aria-controls="main-menu"
            />
          </span>
          <Link className={styles.brand} href={isStaff ? link('staffHome') : link('home')}>
            <Zap aria-hidden="true" />
            <span>{portal?.utilityName ?? t('common:product')}</span>
          </Link>
          <ActingFor isIn="header" />
          {!isFirstAsked && <CommandKeys />}
          {!isFirstAsked && <Downloads />}
          {!isFirstAsked && viewedBy === null && <Bell />}
          <span data-tour="help">
            <HelpMenu />
          </span>
          <span data-tour="account">
            <AccountMenu />
          </span>
        </header>
        {!isFirstAsked && <MainMenu isOpen={menuOpen} onLeave={leaveMenu} />}
        <main className={styles.main}>
          <Offline />
          {!isFirstAsked && <AnnouncementBar />}
          {termsToAccept !== null ? (
            <Boundary isPage>
              <AcceptTerms />
            </Boundary>
          ) : (
            <Outlet />
          )}
        </main>
      </div>
      {!isFirstAsked && viewedBy === null && <ToursOfPage />}
      <ToastRegion />
    </LinkElement>
  )
}

/** Not in customer view mode, where a tour would be recorded as seen by the officer. */
function ToursOfPage() {
  const Tours = useTours()?.Tours
  return Tours && <Tours />
}

/** The announcements, shown above every screen. */
function AnnouncementBar() {
  const shown = useOptionalQuery(announcementsQuery)
  return shown && <AnnouncementNotices announcements={shown.announcements} isBrief />
}

/** Reads the announcements again, for all screens, whenever one appears, begins or ends. */
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
