import { useAtomValue } from 'jotai'
import type { Language } from '../core/plain'
import { languageAtom } from './language'

/** The language on the screen; the component draws again when it changes. */
export const useLanguage = (): Language => useAtomValue(languageAtom)
