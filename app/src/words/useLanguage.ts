import { useSyncExternalStore } from 'react'
import type { Language } from '../core/plain'
import { currentLanguage } from './language'
import { onLanguageChanged } from './store'

/** The language on the screen; the component draws again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguageChanged, currentLanguage)
