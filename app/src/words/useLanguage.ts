import { useTranslation } from 'react-i18next'
import type { Language } from '../core'

/** The language on the screen; the component draws again when it changes. */
export const useLanguage = (): Language => useTranslation().i18n.language as Language
