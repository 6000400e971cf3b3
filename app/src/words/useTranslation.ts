import { useMemo } from 'react'
import { type KeyOf, lookUp, type Namespace, type Values } from './store'
import { useLanguage } from './useLanguage'

export type Translate<First extends Namespace> = (key: KeyOf<First>, values?: Values) => string

/** The words of a namespace; `other:key` reaches the others. The component draws again when the language changes. */
export function useTranslation<const First extends Namespace = 'common'>(
  namespaces?: First | readonly [First, ...Namespace[]],
): { t: Translate<First> } {
  const language = useLanguage()
  const namespace = (typeof namespaces === 'string' ? namespaces : namespaces?.[0]) ?? 'common'
  const t = useMemo<Translate<First>>(
    () =>
      (key, values = {}) =>
        lookUp(language, namespace, key, values),
    [language, namespace],
  )
  return { t }
}
