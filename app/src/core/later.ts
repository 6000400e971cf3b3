/**
 * The rules for what is drawn before they have come: public pages, and what those share with the portal. Until then the server
 * refuses what a form would have refused, in the same words.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai'

export type Rules = typeof import('gridbill-core/rules')

/** Undefined until they have come. */
const rulesAtom = atom<Rules | undefined>(undefined)
let isLoading = false

export function loadRules() {
  if (isLoading) return
  isLoading = true
  import('gridbill-core/rules').then(
    (loaded) => getDefaultStore().set(rulesAtom, loaded),
    () => {
      // The next field that somebody enters asks again.
      isLoading = false
    },
  )
}

/** Loads them once the page is drawn and the browser has nothing else to do, or when somebody begins to type. */
export function loadRulesWhenIdle() {
  document.addEventListener('focusin', loadRules)
  whenIdle(loadRules)
}

/** Once the browser has nothing else to do. */
export function whenIdle(act: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(act)
  else setTimeout(act, 1_000)
}

/** The component draws again when they have come. */
export const useRules = (): Rules | undefined => useAtomValue(rulesAtom)
