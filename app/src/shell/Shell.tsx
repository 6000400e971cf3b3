/** The frame of every screen behind the sign-in: brand, menu, account, and the screen. */

import { Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Zap } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { link } from '../core/links'
import { useHint } from '../kit/call/read'
import { Boundary } from '../kit/page/Boundary'
import { keepFocus } from '../kit/page/keepFocus'
import { isStaffRole, useProfile } from '../kit/session/useProfile'
import { laterPart, neededPart } from '../ui/base/later'
import { Button } from '../ui/button/Button'
import { Link, LinkElement } from '../ui/button/Link'
import { RoutedLink } from '../ui/button/RoutedLink'
import { ToastRegion } from '../ui/feedback/ToastRegion'
import { pageTitleId } from '../ui/layout/Page'
import { withWords } from '../words/store'
import { useTranslation } from '../words/useTranslation'
import { AccountMenu } from './AccountMenu'
import { Announced } from './Announced'
import { CommandKeys } from './commands/CommandKeys'
import { HelpMenu } from './HelpMenu'
import { MainMenu } from './MainMenu'
import { Offline } from './Offline'
import styles from './Shell.module.css'
import { useTours } from './tours/part'
import { ViewBar } from './ViewBar'
import { Whose } from './Whose'

// The tray asks what there is once the screen can be used.
const Downloads = laterPart(async () => (await import('./Downloads')).Downloads)
// So does the bell.
const Bell = laterPart(withWords(['notifications'], async () => (await import('./Bell')).Bell))

const AcceptTerms = neededPart(withWords(['identityPages'], async () => (await import('./AcceptTerms')).AcceptTerms))

export function Shell() {
  const { t } = useTranslation(['shell', 'common'])
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const { role, viewedBy, isPasswordResetRequired, termsToAccept } = useProfile()
  // A new password, and terms that have changed, come before all else.
  const isFirstAsked = isPasswordResetRequired || termsToAccept !== null
  const portal = useHint('GetPortal', {})
  const [menuOpen, setMenuOpen] = useState(false)
  const first = useRef(true)

  useEffect(() => {
    setMenuOpen(false)
    // A new screen starts at its title, for people who listen to it too.
    if (first.current) first.current = false
    // Back to a list, it is the row that was left.
    else if (path && !document.activeElement?.closest('[data-row]')) document.getElementById(pageTitleId)?.focus({ preventScroll: true })
  }, [path])
  // It stands over the page: where that was scrolled, it would open out of sight.
  useEffect(() => {
    if (menuOpen) document.getElementById('main-menu')?.scrollIntoView({ block: 'start' })
  }, [menuOpen])
  useEffect(() => {
    if (portal?.accent) document.documentElement.style.setProperty('--accent', portal.accent)
  }, [portal])

  useEffect(keepFocus, [])

  /** The screen that is there already was chosen. Another one closes the menu when it comes. */
  function leaveMenu(to: string) {
    if (!menuOpen || to !== path) return
    setMenuOpen(false)
    document.getElementById(pageTitleId)?.focus({ preventScroll: true })
  }
  const isStaff = isStaffRole(role)
  return (
    <LinkElement value={RoutedLink}>
      {/* the browser's: it leads within the page */}
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
          <Whose isIn="header" />
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
          {!isFirstAsked && <Announced />}
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

/** Nothing in customer view mode: what staff look at there is not theirs to have seen. */
function ToursOfPage() {
  const Tours = useTours()?.Tours
  return Tours && <Tours />
}
