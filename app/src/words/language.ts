/** The person's language: as chosen, else as the browser prefers. */
import { atom, getDefaultStore } from 'jotai'
import type { Language } from '../core/plain'

const storageKey = 'gridbill.language'

/** The first of ours among those that a browser prefers, as core chooses by a header. It is needed before the rules have come. */
export const preferredLanguage = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.split('-')[0]?.toLowerCase()).find((tag) => tag === 'en' || tag === 'ms') ?? 'en'

function read(): Language {
  const stored = localStorage.getItem(storageKey)
  return stored === 'en' || stored === 'ms' ? stored : preferredLanguage(navigator.languages)
}

/** Read by everybody, written by `keepLanguage`. */
export const languageAtom = atom(read())

export const currentLanguage = (): Language => getDefaultStore().get(languageAtom)

export function keepLanguage(chosen: Language) {
  localStorage.setItem(storageKey, chosen)
  document.documentElement.lang = chosen
  getDefaultStore().set(languageAtom, chosen)
}
