/** The user's language: the chosen one, or the browser's preference. */
import { atom, getDefaultStore } from 'jotai'
import type { Language } from '../core/generatedData'

const storageKey = 'gridbill.language'

/**
 * Returns the first supported language among the browser's preferences. A copy of core's rule for the header
 * Accept-Language, because the rules are not loaded yet.
 */
export const preferredLanguage = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.split('-')[0]?.toLowerCase()).find((tag) => tag === 'en' || tag === 'ms') ?? 'en'

function readLanguage(): Language {
  const stored = localStorage.getItem(storageKey)
  return stored === 'en' || stored === 'ms' ? stored : preferredLanguage(navigator.languages)
}

/** Written only by `setLanguage`. */
export const languageAtom = atom(readLanguage())

export const currentLanguage = (): Language => getDefaultStore().get(languageAtom)

export function setLanguage(chosen: Language) {
  localStorage.setItem(storageKey, chosen)
  document.documentElement.lang = chosen
  getDefaultStore().set(languageAtom, chosen)
}
