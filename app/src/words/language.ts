/** The person's language: as chosen, else as the browser prefers. */
import { atom, getDefaultStore } from 'jotai'
import { type Language, languageOf } from '../core/first'

const storageKey = 'gridbill.language'

function read(): Language {
  const stored = localStorage.getItem(storageKey)
  return stored === 'en' || stored === 'ms' ? stored : languageOf(navigator.languages)
}

/** Read by everybody, written by `keepLanguage`. */
export const languageAtom = atom(read())

export const currentLanguage = (): Language => getDefaultStore().get(languageAtom)

export function keepLanguage(chosen: Language) {
  localStorage.setItem(storageKey, chosen)
  document.documentElement.lang = chosen
  getDefaultStore().set(languageAtom, chosen)
}
