/**
 * The welcome: slides after a customer's first sign-in, where they cover nothing. The last slide starts the tour of Home,
 * or the registration.
 */
import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { Building2, type LucideIcon, ReceiptText, Route, Users, Wallet, X } from 'lucide-react'
import { useId, useState } from 'react'
import { link, paths } from '~/core/links'
import { markTutorialSeen } from '~/kit/session/tutorials'
import { useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { pageTitleId } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { runningTourAtom } from './runningTour'
import { useFigures } from './useFigures'
import styles from './Welcome.module.css'

const icons = { bills: ReceiptText, pay: Wallet, follow: Route, team: Users, register: Building2 } satisfies Record<string, LucideIcon>
const slidesOfMembers = ['bills', 'pay', 'follow', 'team'] as const
const slidesOfNewcomers = ['bills', 'pay', 'follow', 'register'] as const

export function Welcome() {
  const { t } = useTranslation('tours')
  const id = useId()
  const figures = useFigures()
  const { bulkId, hasValidContractAccount } = useProfile()
  const setRunning = useSetAtom(runningTourAtom)
  const navigate = useNavigate()
  const [place, setPlace] = useState(0)
  const slides = bulkId === null ? slidesOfNewcomers : slidesOfMembers
  const slide = slides[place] ?? 'bills'
  const Icon = icons[slide]
  const isLast = place === slides.length - 1

  /** Marks the tour of Home as seen, because the welcome offers it. */
  function close() {
    markTutorialSeen('home')
    setRunning(undefined)
    document.getElementById(pageTitleId)?.focus({ preventScroll: true })
  }
  function openNextStep() {
    close()
    if (bulkId === null) return void navigate({ href: link('registerCompany') })
    if (!hasValidContractAccount) return
    void navigate({ href: link('home') }).then(() => setRunning({ id: 'home', path: paths.home }))
  }
  const hasNextStep = bulkId === null || hasValidContractAccount
  return (
    <section aria-labelledby={`${id}-title`} className={styles.welcome} data-overlay="" data-tour-welcome="" data-print="hide">
      <header className={styles.header}>
        <p>{t('welcome.label')}</p>
        <Button mode="ghost" size="small" icon={<X />} label={t('welcome.close')} onPress={close} />
      </header>
      <div className={styles.slide} aria-live="polite">
        <Icon className={styles.icon} aria-hidden="true" />
        <h2 id={`${id}-title`} className={styles.title}>
          {t(`welcome.slides.${slide}.title`)}
        </h2>
        <p>{t(`welcome.slides.${slide}.text`, figures)}</p>
      </div>
      <div className={styles.actions}>
        <span className={styles.count}>{t('panel.count', { step: place + 1, steps: slides.length })}</span>
        {place > 0 && (
          <Button size="small" onPress={() => setPlace(place - 1)}>
            {t('panel.back')}
          </Button>
        )}
        {!isLast ? (
          <Button size="small" mode="primary" onPress={() => setPlace(place + 1)}>
            {t('panel.next')}
          </Button>
        ) : hasNextStep ? (
          <Button size="small" mode="primary" onPress={openNextStep}>
            {t(bulkId === null ? 'welcome.register' : 'welcome.tour')}
          </Button>
        ) : (
          <Button size="small" mode="primary" onPress={close}>
            {t('panel.done')}
          </Button>
        )}
      </div>
    </section>
  )
}
