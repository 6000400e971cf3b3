import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(max-width: 640px)')

function subscribe(changed: () => void) {
  const narrow = query()
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Whether the window is as narrow as a phone. */
export const useIsNarrow = () => useSyncExternalStore(subscribe, () => query().matches)
