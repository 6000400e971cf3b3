/** The frame of the public pages: utility name, language button, and the page itself. */
import { Zap } from 'lucide-react'
import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useState } from 'react'
import { audienceOf, type Portal } from '~/core/generatedData'
import { isStaffPath, link } from '~/core/links'
import { Button } from '~/ui/button/Button'
import { Link, LinkElement, type LinkProps } from '~/ui/button/Link'
import { changeLanguage } from '~/words/store'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './PublicFrame.module.css'
import { navigatePublic, reloadPublicPage } from './publicPages'
import { watchPortal } from './watchPortal'

const PortalContext = createContext<Portal | undefined>(undefined)

/** Returns the portal's public data. Undefined until it is loaded. */
export const usePortal = () => useContext(PortalContext)

export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [portal, setPortal] = useState<Portal>()
  useEffect(() => {
    return watchPortal(setPortal)
  }, [])
  useEffect(() => {
    if (portal?.accent) document.documentElement.style.setProperty('--accent', portal.accent)
  }, [portal])
  const other = language === 'en' ? 'ms' : 'en'

  return (
    <LinkElement value={PublicLink}>
      <div className={styles.frame}>
        <header className={styles.header}>
          <Link className={styles.brand} href={isStaffPath(location.pathname) ? link('staffSignIn') : link('signIn')}>
            <Zap aria-hidden="true" />
            {portal?.utilityName ?? t('product')}
          </Link>
          <span lang={other}>
            <Button mode="ghost" size="small" onPress={() => void changeLanguage(other, reloadPublicPage)}>
              {t(`language.${other}`)}
            </Button>
          </span>
        </header>
        <main className={styles.main}>
          <PortalContext value={portal}>{children}</PortalContext>
        </main>
        <footer className={styles.footer}>{portal && <p>{t('careLine', { number: portal.careLine })}</p>}</footer>
      </div>
    </LinkElement>
  )
}

/** A link on a public page. It opens another public page without a page load, so that typed values are kept. */
function PublicLink({ href, onClick, ...link }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { target, hash, origin, pathname, search } = event.currentTarget
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || event.defaultPrevented || target || hash || origin !== location.origin) return
    if (audienceOf(pathname) !== 'public') return
    event.preventDefault()
    navigatePublic(`${pathname}${search}`)
  }
  return <a {...link} href={href} onClick={follow} />
}
