/**
 * The rules for what is drawn before they have come: public pages, and what those share with the portal. Until then the server
 * refuses what a form would have refused, in the same words.
 */
import { useSyncExternalStore } from 'react'

export type Rules = typeof import('gridbill-core/rules')

let rules: Rules | undefined
let isLoading = false
const listeners = new Set<() => void>()

export function loadRules() {
  if (isLoading) return
  isLoading = true
  import('gridbill-core/rules').then(
    (loaded) => {
      rules = loaded
      for (const listener of listeners) listener()
    },
    () => {
      // The next field that somebody enters asks again.
      isLoading = false
    },
  )
}

/** Loads them once the page is drawn and the browser has nothing else to do, or when somebody begins to type. */
export function loadRulesWhenIdle() {
  document.addEventListener('focusin', loadRules)
  if ('requestIdleCallback' in window) requestIdleCallback(loadRules)
  else setTimeout(loadRules, 1_000)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Undefined until they have come; the component draws again then. */
export const useRules = (): Rules | undefined => useSyncExternalStore(subscribe, () => rules)
