/** The title of the browser tab: the screen's title, then the utility's name. */
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from '~/words/useTranslation'
import { useOptionalRead } from '../call/read'
import { refetchInBackground } from '../call/refetch'

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

type TitleCall = Parameters<typeof refetchInBackground>[0]

/**
 * Shows the record's status in the title while the tab is in the background: "Paid · P26…". Therefore the call `of` is
 * refetched in the background, too.
 */
export function useLiveTitle(title: string, { of, state, name }: { of: TitleCall; state: string | undefined; name: string }) {
  const isHidden = useSyncExternalStore(subscribe, () => document.visibilityState === 'hidden')
  useEffect(() => {
    return refetchInBackground(of)
  }, [of])
  useTitle(isHidden && state ? `${state} · ${name}` : title)
}
