import { useMemo, useSyncExternalStore } from 'react'
import { currentLanguage } from './language'
import { type KeyOf, lookUp, type Namespace, onLanguageChanged, type Values } from './store'

export type Translate<First extends Namespace> = (key: KeyOf<First>, values?: Values) => string

/** The words of a namespace; `other:key` reaches the others. The component draws again when the language changes. */
export function useTranslation<const First extends Namespace = 'common'>(
  namespaces?: First | readonly [First, ...Namespace[]],
): { t: Translate<First> } {
  const language = useSyncExternalStore(onLanguageChanged, currentLanguage)
  const namespace = (typeof namespaces === 'string' ? namespaces : namespaces?.[0]) ?? 'common'
  const t = useMemo<Translate<First>>(
    () =>
      (key, values = {}) =>
        lookUp(language, namespace, key, values),
    [language, namespace],
  )
  return { t }
}
