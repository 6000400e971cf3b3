/**
 * The language and the theme, and how lists are shown, go with the person: chosen here they are stored, and a sign-in at
 * another browser brings them. Each sign-in brings them once; what is chosen in this browser after it holds.
 */

import type { Language, Preferences } from '../../core/plain'
import { keepSingleKeys } from '../../ui/base/singleKeys'
import { toasts } from '../../ui/feedback/toastQueue'
import { preferredLanguage } from '../../words/language'
import { speak, wasLanguageChosen } from '../../words/store'
import { call, messageOf } from '../call/api'
import { queries } from '../call/queries'
import { notePreferencesBrought, werePreferencesBrought } from './activity'
import { type Density, type HiddenColumns, hiddenIn, isDensity, keepDensity, keepHiddenColumns } from './display'
import { isTheme, keepTheme, type Theme } from './theme'

const preferencesQuery = {
  queryKey: ['GetUserPreferences', {}],
  queryFn: () => call('GetUserPreferences', {}),
  staleTime: 60_000,
}

export async function chooseLanguage(language: Language) {
  if (!(await speak(language))) return
  // What the server wrote for a person, as the lines of a bill, is in the language that it was asked in.
  void queries.invalidateQueries()
  // The next person who signs in here has a language of their own.
  wasLanguageChosen()
  store('language', language)
}

export function chooseTheme(theme: Theme) {
  keepTheme(theme)
  store('theme', theme)
}

export function chooseDensity(density: Density) {
  keepDensity(density)
  store('density', density)
}

export function chooseHiddenColumns(hidden: HiddenColumns) {
  keepHiddenColumns(hidden)
  store('columns', JSON.stringify(hidden))
}

export function chooseSingleKeys(on: boolean) {
  keepSingleKeys(on)
  store('singleKeys', on ? 'on' : 'off')
}

/** It holds in this browser in any case; that it will not elsewhere is said. */
function store(preferenceCode: keyof Preferences & ('language' | 'theme' | 'density' | 'columns' | 'singleKeys'), configValue: string) {
  call('SetUserPreference', { preferenceCode, configValue }).catch((error: unknown) =>
    toasts.add({ title: messageOf(error), tone: 'warning' }),
  )
}

/** Before the first screen after a sign-in is drawn, so that nothing changes under the person's eyes. */
export async function bringPreferences() {
  if (werePreferencesBrought()) return
  try {
    const { language, theme, density, columns, singleKeys } = await queries.fetchQuery({ ...preferencesQuery, retry: false })
    if (isBrought(language)) await speak(language)
    if (isTheme(theme)) keepTheme(theme)
    if (isDensity(density)) keepDensity(density)
    keepHiddenColumns(hiddenIn(columns))
    keepSingleKeys(singleKeys !== 'off')
    wasLanguageChosen()
    notePreferencesBrought()
  } catch {
    // The portal opens as this browser had it; the next page asks again.
  }
}

/**
 * Whoever has just chosen a language on the sign-in page wants to read on in it. English is also what the server has for
 * people who never chose, so it does not overrule a browser that prefers Malay.
 */
function isBrought(language: string | null): language is Language {
  if (wasLanguageChosen()) return false
  return language === 'ms' || (language === 'en' && preferredLanguage(navigator.languages) === 'en')
}
