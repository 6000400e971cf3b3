/** The title of the browser's tab: the screen's, then the utility's name. */
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from '../../words/useTranslation'
import { readInBackground } from '../call/fresh'
import { useHint } from '../call/read'

function subscribe(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

export function useTitle(title: string) {
  const { t } = useTranslation()
  const portal = useHint('GetPortal', {})
  const name = portal?.utilityName ?? t('product')
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}

type Answered = Parameters<typeof readInBackground>[0]

/**
 * A title that says how something stands while the tab is in the background, where its title is all that is seen of it:
 * "Paid · P26…". For that, the call that answers it is read again there, too.
 */
export function useLiveTitle(title: string, { of, state, name }: { of: Answered; state: string | undefined; name: string }) {
  const isHidden = useSyncExternalStore(subscribe, () => document.visibilityState === 'hidden')
  useEffect(() => readInBackground(of), [of])
  useTitle(isHidden && state ? `${state} · ${name}` : title)
}
