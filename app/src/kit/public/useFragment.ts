/**
 * The fragment of a public page's address. It is not decoded, because the IDs of calls and questions need no encoding. In the portal
 * the router has the fragment: its own navigations raise no `hashchange`.
 */
import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void) {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

export const useFragment = () => useSyncExternalStore(subscribe, () => location.hash.slice(1))
