/** The title of the browser tab: the screen's title, then the utility's name. */
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from '../../words/useTranslation'
import { useOptionalRead } from '../call/read'
import { readInBackground } from '../call/refetch'

function subscribe(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

export function useTitle(title: string) {
  const { t } = useTranslation()
  const portal = useOptionalRead('GetPortal', {})
  const name = portal?.utilityName ?? t('product')
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}

type Answered = Parameters<typeof readInBackground>[0]

/**
 * Shows the record's state in the title while the tab is in the background: "Paid · P26…". The call is therefore also
 * read again in the background.
 */
export function useLiveTitle(title: string, { of, state, name }: { of: Answered; state: string | undefined; name: string }) {
  const isHidden = useSyncExternalStore(subscribe, () => document.visibilityState === 'hidden')
  useEffect(() => readInBackground(of), [of])
  useTitle(isHidden && state ? `${state} · ${name}` : title)
}
