/** The guided tours of the screen: the running tour, the welcome, or the offer of a tour. */
import { useRouterState } from '@tanstack/react-router'
import { useAtom, useSetAtom } from 'jotai'
import { Compass, PartyPopper } from 'lucide-react'
import { useEffect } from 'react'
import type { Profile } from '~/core/core'
import { paths } from '~/core/links'
import { markTutorialSeen, useSeenTutorials } from '~/kit/session/tutorials'
import { isStaffRole, useProfile } from '~/kit/session/useProfile'
import { toasts } from '~/ui/feedback/toastQueue'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { type Translate, useTranslation } from '~/words/useTranslation'
import { Offer } from './Offer'
import { type RunningTour, runningTourAtom } from './runningTour'
import { Tour } from './Tour'
import { type TourOfScreen, toursOn } from './tours'
import { useFigures } from './useFigures'
import { usePresentSteps } from './usePresentSteps'
import { Welcome } from './Welcome'

/** Whether the user is a customer. False for staff, also in customer view mode. */
const isWelcomed = ({ role, viewedBy }: Profile) => viewedBy === null && !isStaffRole(role)

export function Tours() {
  const profile = useProfile()
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath })
  const isSeen = useSeenTutorials()
  const [running, setRunning] = useAtom(runningTourAtom)
  const here = toursOn(path, profile)
  // Leaving the screen ends its tour. The welcome may run on any screen.
  const isLeft = typeof running === 'object' && running.path !== path
  useEffect(() => {
    if (isLeft) setRunning(undefined)
  }, [isLeft, setRunning])

  const isFirst = path === paths.home && isWelcomed(profile) && !isSeen('home')
  if (running === 'welcome' || (isFirst && running === undefined)) return <Welcome />
  const started = typeof running === 'object' ? here.find(({ id }) => id === running.id) : undefined
  if (started) return <RunningTourOfScreen key={started.id} tour={started} />
  const offered = here.find(({ id }) => !isSeen(id))
  return offered && <Offer key={offered.id} tour={offered} />
}

function RunningTourOfScreen({ tour }: { tour: TourOfScreen }) {
  const { t } = useTranslation('tours')
  const figures = useFigures()
  const setRunning = useSetAtom(runningTourAtom)
  const steps = usePresentSteps(tour.steps)
  const isEmpty = steps?.length === 0
  // Tours of a list start at its first row.
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  useEffect(() => {
    if (!isEmpty) return
    toasts.add({ title: t('nothing') })
    setRunning(undefined)
  }, [isEmpty, setRunning, t])
  if (!steps || isEmpty) return null

  function end() {
    markTutorialSeen(tour.id)
    setRunning(undefined)
    document.querySelector<HTMLElement>('[data-tour="help"] button')?.focus({ preventScroll: true })
  }
  return (
    <Tour
      name={t(`names.${tour.id}`)}
      steps={steps}
      sayOf={(words) => ({ title: t(`steps.${words}.title`, figures), text: t(`steps.${words}.text`, figures) })}
      onEnd={end}
    />
  )
}

interface TourRequest {
  profile: Profile
  path: string | undefined
  t: Translate<'tours'>
  start: (running: RunningTour | 'welcome') => void
}

/** Returns the items of the help menu: the tours of this screen, also those already seen, and the welcome. */
export function helpItems({ profile, path, t, start }: TourRequest): MenuItem[] {
  const items = toursOn(path, profile).map(
    ({ id, on }): MenuItem => ({
      id: `tour-${id}`,
      label: t('again'),
      description: t(`names.${id}`),
      icon: <Compass />,
      onAction: () => start({ id, path: paths[on] }),
    }),
  )
  if (isWelcomed(profile)) items.push({ id: 'welcome', label: t('welcome.again'), icon: <PartyPopper />, onAction: () => start('welcome') })
  return items
}
