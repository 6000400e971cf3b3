/**
 * Offers a tour once in a session: below the menu, or on a narrow page at the bottom, where the first press elsewhere closes it.
 * Afterwards the help menu has the tours.
 */
import { useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { paths } from '~/core/links'
import { markTutorialSeen } from '~/kit/session/tutorials'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'
import styles from './Offer.module.css'
import { runningTourAtom } from './runningTour'
import type { TourOfScreen } from './tours'
import { usePresentSteps } from './usePresentSteps'

/** A key of the session storage, which a sign-out clears. */
const offeredKey = 'gridbill.tourOffered'

export function Offer({ tour: { id, on, steps: all } }: { tour: TourOfScreen }) {
  const { t } = useTranslation('tours')
  const setRunning = useSetAtom(runningTourAtom)
  const steps = usePresentSteps(all)
  const [isClosed, setIsClosed] = useState(() => sessionStorage.getItem(offeredKey) !== null)
  const isShown = !isClosed && steps !== undefined && steps.length > 0
  const offer = useRef<HTMLElement>(null)
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      // Below the menu the offer covers nothing, so it stays.
      if (offer.current && !offer.current.contains(target as Node) && !matchMedia('(width > 60rem)').matches) setIsClosed(true)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [])

  useEffect(() => {
    if (isShown) sessionStorage.setItem(offeredKey, id)
  }, [isShown, id])

  if (!isShown) return null
  return (
    <section ref={offer} aria-label={t('offer.label')} className={styles.offer} data-tour-offer="" data-print="hide">
      <p>{steps.length === 1 ? t('offer.tip') : t('offer.text', { count: steps.length })}</p>
      <div className={styles.actions}>
        <Button size="small" onPress={() => setRunning({ id, path: paths[on] })}>
          {t('offer.start')}
        </Button>
        <Button size="small" mode="ghost" onPress={() => markTutorialSeen(id)}>
          {t('offer.notNow')}
        </Button>
      </div>
    </section>
  )
}
