/**
 * The rules for what is drawn before they have come: public pages, and what those share with the portal. Until then the server
 * refuses what a form would have refused, in the same words.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { loadWords } from '../words/store'

export type Rules = typeof import('gridbill-core/rules')

/** Undefined until they have come. */
const rulesAtom = atom<Rules | undefined>(undefined)
let isLoading = false

export function loadRules() {
  if (isLoading) return
  isLoading = true
  load().then(
    (loaded) => getDefaultStore().set(rulesAtom, loaded),
    () => {
      // The next field that somebody enters asks again.
      isLoading = false
    },
  )
}

/** Their sentences come behind them: asked for before, they would hold up a change of the language as long as the rules do. */
async function load() {
  const loaded = await import('gridbill-core/rules')
  await loadWords('refusals')
  return loaded
}

/** Loads them when somebody begins to type. */
export function loadRulesOnFocus() {
  document.addEventListener('focusin', loadRules)
}

/** The component draws again when they have come. */
export const useRules = (): Rules | undefined => useAtomValue(rulesAtom)
