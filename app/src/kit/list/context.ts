/** The context that the labels, cells and chips of a declared list receive. */
import { useMemo } from 'react'
import { type Action, type Area, allows, type Day, type Instant, type Language } from '~/core/core'
import type { KeyOf, Namespaces, Values } from '~/words/store'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useProfile } from '../session/useProfile'
import { useToday } from '../session/useToday'

/** A key of these namespaces. For `never`, which the kit uses for lists with any namespace, every string is a key. */
export type Key<Words extends Namespaces> = [Words] extends [never] ? string : KeyOf<Words>

export interface Context<Words extends Namespaces> {
  t: (key: Key<Words>, values?: Values) => string
  language: Language
  /** When the profile was read, by the server's clock. */
  now: Instant
  /** Today at +08:00, the portal's time zone. */
  today: Day
  /** Whether the user has this permission. */
  may: (area: Area, action: Action) => boolean
}

/** Returns the same context until the language, the user or the day changes, so that rows do not render again. */
export function useContextOf({ words }: { words: Namespaces }): Context<never> {
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
