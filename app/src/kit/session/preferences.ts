/**
 * The preferences for language, theme, list display and keys, which the server stores for all browsers of a user. They
 * are loaded once after each sign-in. A later choice in this browser takes precedence.
 */

import { markPreferencesLoaded, werePreferencesLoaded } from '~/core/activity'
import type { Language, Preferences } from '~/core/generatedData'
import { setSingleKeys } from '~/ui/base/singleKeys'
import { toasts } from '~/ui/feedback/toastQueue'
import { preferredLanguage } from '~/words/language'
import { changeLanguage, takeLanguageChoice } from '~/words/store'
import { call, messageOf } from '../call/api'
import { queries } from '../call/queries'
import { type Density, isDensity, parseHiddenColumns, setColumnShown, setDensity, setHiddenColumns } from './display'
import { isTheme, setTheme, type Theme } from './theme'

const preferencesQuery = {
  queryKey: ['GetUserPreferences', {}],
  queryFn: () => call('GetUserPreferences', {}),
  staleTime: 60_000,
}

export async function chooseLanguage(language: Language) {
  if (!(await changeLanguage(language))) return
  // Refetches everything, because the server sends some texts in the language of the request, such as the lines of a
  // bill.
  void queries.invalidateQueries()
  // Clears the mark that `changeLanguage` sets for the sign-in page, so that it does not apply to the next user.
  takeLanguageChoice()
  store('language', language)
}

export function chooseTheme(theme: Theme) {
  setTheme(theme)
  store('theme', theme)
}

export function chooseDensity(density: Density) {
  setDensity(density)
  store('density', density)
}

export function chooseColumn(list: string, id: string, isShown: boolean) {
  store('columns', JSON.stringify(setColumnShown(list, id, isShown)))
}

export function chooseSingleKeys(on: boolean) {
  setSingleKeys(on)
  store('singleKeys', on ? 'on' : 'off')
}

let lastStored: Promise<unknown> = Promise.resolve()

/**
 * Stores a preference on the server, after the previous one, so that the last choice is stored last. A failure is only a warning,
 * because this browser already applies the preference.
 */
function store(preferenceCode: keyof Preferences & ('language' | 'theme' | 'density' | 'columns' | 'singleKeys'), configValue: string) {
  lastStored = lastStored
    .then(() => call('SetUserPreference', { preferenceCode, configValue }))
    .catch((error: unknown) => toasts.add({ title: messageOf(error), tone: 'warning' }))
}

/** Loads the preferences after a sign-in, before the first screen renders, so that the screen does not change visibly. */
export async function loadPreferences() {
  if (werePreferencesLoaded()) return
  try {
    const { language, theme, density, columns, singleKeys } = await queries.fetchQuery({ ...preferencesQuery, retry: false })
    if (appliesStored(language)) await changeLanguage(language)
    if (isTheme(theme)) setTheme(theme)
    if (isDensity(density)) setDensity(density)
    setHiddenColumns(parseHiddenColumns(columns))
    setSingleKeys(singleKeys !== 'off')
    takeLanguageChoice()
    markPreferencesLoaded()
  } catch {
    // The portal opens with this browser's settings. The next page load tries again.
  }
}

/**
 * Whether the stored language applies. A choice on the sign-in page takes precedence. English is also stored for users who
 * never chose, so it does not override a browser that prefers Malay.
 */
function appliesStored(language: string | null): language is Language {
  if (takeLanguageChoice()) return false
  return language === 'ms' || (language === 'en' && preferredLanguage(navigator.languages) === 'en')
}
