/** The offer of a tour: at the lower end of the menu, on a phone at the lower edge, where it gives way as soon as the page is used. */
import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../core/links'
import { noteTutorialSeen } from '../../kit/session/tutorials'
import { useSettled } from '../../kit/tour/useSettled'
import { Button } from '../../ui/button/Button'
import { useTranslation } from '../../words/useTranslation'
import styles from './Offer.module.css'
import { runningAtom } from './running'
import type { TourOfScreen } from './tours'

export function Offer({ tour: { id, on, steps: all } }: { tour: TourOfScreen }) {
  const { t } = useTranslation('tours')
  const setRunning = useSetAtom(runningAtom)
  const steps = useSettled(all)
  const [isAside, setAside] = useState(false)
  const offer = useRef<HTMLElement>(null)
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      // Under the menu it covers nothing.
      if (offer.current && !offer.current.contains(target as Node) && !matchMedia('(width > 60rem)').matches) setAside(true)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [])

  if (!steps || steps.length === 0 || isAside) return null
  return (
    <section ref={offer} aria-label={t('offer.label')} className={styles.offer} data-tour-offer="" data-print="hide">
      <p>{t('offer.text', { count: steps.length })}</p>
      <div className={styles.actions}>
        <Button size="small" onPress={() => setRunning({ id, path: paths[on] })}>
          {t('offer.start')}
        </Button>
        <Button size="small" mode="ghost" onPress={() => noteTutorialSeen(id)}>
          {t('offer.notNow')}
        </Button>
      </div>
    </section>
  )
}
