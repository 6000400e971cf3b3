import { useAtomValue } from 'jotai'
import type { Language } from '../core/generatedData'
import { languageAtom } from './language'

/** Returns the current language, and renders the component again when it changes. */
export const useLanguage = (): Language => useAtomValue(languageAtom)
