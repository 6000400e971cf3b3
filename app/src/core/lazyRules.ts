/**
 * Loads the rules later than the page, for public pages and for components that they share with the portal. Until the rules
 * are loaded, only the server checks the values of a form. Its sentences are the same.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { loadWords } from '../words/store'
import type { Code, Language } from './generatedData'

export type Rules = typeof import('gridbill-core/rules')

/** Undefined until the rules are loaded. */
const rulesAtom = atom<Rules | undefined>(undefined)
let isLoading = false

export function loadRules() {
  if (isLoading) return
  isLoading = true
  load().then(
    (loaded) => getDefaultStore().set(rulesAtom, loaded),
    () => {
      // The next `focusin` event tries again.
      isLoading = false
    },
  )
}

/**
 * Loads the rules, then the sentences of refusals. If the sentences were requested first, a change of the language would
 * have to wait for the rules.
 */
async function load() {
  const loaded = await import('gridbill-core/rules')
  await loadWords('refusals')
  return loaded
}

/** Returns the sentence of a code, after loading the rules if necessary. */
export const loadSentence = async (code: Code, language: Language, figures: Record<string, unknown> = {}): Promise<string> =>
  (await load()).sentenceWith(code, figures, language)

/** Loads the rules when an element first takes the focus. */
export function loadRulesOnFocus() {
  document.addEventListener('focusin', loadRules)
}

/** Returns the rules once they are loaded, and renders the component again at that moment. */
export const useRules = (): Rules | undefined => useAtomValue(rulesAtom)
