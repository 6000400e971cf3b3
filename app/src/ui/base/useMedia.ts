import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, followed live. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Where lists turn into cards. */
export const phone = '(max-width: 640px)'
