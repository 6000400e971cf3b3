/** The frame of the public pages: the utility's name, the language, and the page in the middle. */
import { Zap } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../api'
import type { Portal } from '../first'
import { Button } from '../ui/Button'
import { speak } from '../words/store'
import { useLanguage } from '../words/useLanguage'
import { useTranslation } from '../words/useTranslation'
import styles from './PublicFrame.module.css'

export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [portal, setPortal] = useState<Portal>()
  useEffect(() => {
    // The page works without it: it only names the utility.
    call('GetPortal', {}).then(setPortal, () => undefined)
  }, [])
  useEffect(() => {
    document.title = `${title} · ${portal?.utilityName ?? t('product')}`
  }, [title, portal, t])
  useEffect(() => {
    if (portal?.accent) document.documentElement.style.setProperty('--accent', portal.accent)
  }, [portal])
  const other = language === 'en' ? 'ms' : 'en'

  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <a className={styles.brand} href="/">
          <Zap aria-hidden="true" />
          {portal?.utilityName ?? t('product')}
        </a>
        <span lang={other}>
          <Button mode="ghost" size="small" onPress={() => speak(other)}>
            {t(`language.${other}`)}
          </Button>
        </span>
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.footer}>{portal && <p>{t('careLine', { number: portal.careLine })}</p>}</footer>
    </div>
  )
}
