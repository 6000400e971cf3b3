import { use, useMemo } from 'react'
import type { Language } from '../core/generatedData'
import { type KeyOf, lookUp, type Namespace, type Namespaces, requestsOf, type Values } from './store'
import { useLanguage } from './useLanguage'

export type Translate<Names extends Namespaces> = (key: KeyOf<Names>, values?: Values) => string

const listOf = (names: Namespaces): readonly Namespace[] => (typeof names === 'string' ? [names] : names)

/** Returns a function that looks up words of a loaded namespace. */
export const translation =
  (namespace: Namespace, language: Language) =>
  (key: string, values: Values = {}): string =>
    lookUp(language, namespace, key, values)

/**
 * Returns `t`, which looks up keys of the first namespace, and `other:key` of other listed or always available namespaces.
 * The component suspends until all are loaded, and renders again when the language changes.
 */
export function useTranslation<const Names extends Namespaces = 'common'>(names?: Names): { t: Translate<Names> } {
  const language = useLanguage()
  const all = listOf(names ?? 'common')
  const first = all[0] ?? 'common'
  // Also when the words are loaded: React repeats a suspended render with the hooks that it had, and then expects the same calls of `use`.
  for (const request of requestsOf(all, language)) use(request)
  const t = useMemo<Translate<Names>>(() => translation(first, language), [first, language])
  return { t }
}
