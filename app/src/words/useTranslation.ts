import { use, useMemo } from 'react'
import type { Language } from '../core/generatedData'
import { type KeyOf, lookUp, type Namespace, type Namespaces, pendingWords, type Values } from './store'
import { useLanguage } from './useLanguage'

export type Translate<Names extends Namespaces> = (key: KeyOf<Names>, values?: Values) => string

const listed = (names: Namespaces): readonly Namespace[] => (typeof names === 'string' ? [names] : names)

/** Looks up words of a loaded namespace. */
export const translation =
  (namespace: Namespace, language: Language) =>
  (key: string, values: Values = {}): string =>
    lookUp(language, namespace, key, values)

/**
 * Returns `t` for a namespace; `other:key` reaches other listed namespaces and those always available. The component
 * suspends until all are loaded, and renders again when the language changes.
 */
export function useTranslation<const Names extends Namespaces = 'common'>(names?: Names): { t: Translate<Names> } {
  const language = useLanguage()
  const all = listed(names ?? 'common')
  const first = all[0] ?? 'common'
  const coming = pendingWords(all, language)
  if (coming) use(coming)
  const t = useMemo<Translate<Names>>(() => translation(first, language), [first, language])
  return { t }
}
