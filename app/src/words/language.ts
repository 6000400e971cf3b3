/** The person's language: as chosen, else as the browser prefers. */
import { type Language, languageOf } from '../core/first'

const storageKey = 'gridbill.language'

let language: Language = read()

function read(): Language {
  const stored = localStorage.getItem(storageKey)
  return stored === 'en' || stored === 'ms' ? stored : languageOf(navigator.languages)
}

export const currentLanguage = (): Language => language

export function keepLanguage(chosen: Language) {
  language = chosen
  localStorage.setItem(storageKey, chosen)
  document.documentElement.lang = chosen
}
