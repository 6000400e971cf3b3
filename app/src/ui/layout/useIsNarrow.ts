/* useIsNarrow()  the window is as wide as a phone: what is done with a record then follows its facts, for the keyboard too */
import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(max-width: 640px)')

function subscribe(changed: () => void) {
  const narrow = query()
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

export const useIsNarrow = () => useSyncExternalStore(subscribe, () => query().matches)
