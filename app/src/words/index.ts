/** The words of the screens, in both languages. Sentences of rules come from core. */
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../core'
import { currentLanguage, keepLanguage } from '../language'
import commonEn from './en/common.json'
import identityEn from './en/identity.json'
import commonMs from './ms/common.json'
import identityMs from './ms/identity.json'

/** What every page needs, the sign-in page too. The rest joins in `portal.ts`. */
const first = {
  en: { common: commonEn, identity: identityEn },
  ms: { common: commonMs, identity: identityMs },
} satisfies Record<Language, { common: typeof commonEn; identity: typeof identityEn }>

export async function startWords() {
  keepLanguage(currentLanguage())
  await i18next.use(initReactI18next).init({
    lng: currentLanguage(),
    fallbackLng: false,
    resources: first,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

/** Switches in place; forms keep what was typed. */
export async function speak(language: Language) {
  keepLanguage(language)
  await i18next.changeLanguage(language)
}
