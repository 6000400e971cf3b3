/** Whether the window is as narrow as a phone. Actions on a record are then placed after its facts, for the keyboard too. */
import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(max-width: 640px)')

function subscribe(changed: () => void) {
  const narrow = query()
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

export const useIsNarrow = () => useSyncExternalStore(subscribe, () => query().matches)
