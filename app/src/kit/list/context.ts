/** What the parts of a declared list are said with. */
import { useMemo } from 'react'
import { type Action, type Area, allows, type Day, type Instant, type Language } from '../../core/core'
import type { KeyOf, Named, Values } from '../../words/store'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { useProfile } from '../session/useProfile'
import { useToday } from '../session/useToday'

/** A key of those words. The kit itself reads lists of whichever words, which it calls `never`. */
export type Key<Words extends Named> = [Words] extends [never] ? string : KeyOf<Words>

export interface Context<Words extends Named> {
  t: (key: Key<Words>, values?: Values) => string
  language: Language
  /** When the profile was read, by the server's clock. */
  now: Instant
  /** The portal's day, at +08:00. */
  today: Day
  /** Whether the person may do that. */
  may: (area: Area, action: Action) => boolean
}

/** The same until the language, the person or the day changes, so that no row is drawn again for it. */
export function useContextOf({ words }: { words: Named }): Context<never> {
  const { t } = useTranslation(words)
  const language = useLanguage()
  const { now, scopes } = useProfile()
  const today = useToday()
  return useMemo(
    () => ({
      t: t as Context<never>['t'],
      language,
      now,
      today,
      may: (area, action) => allows(scopes, area, action),
    }),
    [t, language, now, today, scopes],
  )
}
