import { use, useMemo } from 'react'
import type { Language } from '../core/plain'
import { awaited, type KeyOf, lookUp, type Named, type Namespace, type Values } from './store'
import { useLanguage } from './useLanguage'

export type Translate<Names extends Named> = (key: KeyOf<Names>, values?: Values) => string

const listed = (names: Named): readonly Namespace[] => (typeof names === 'string' ? [names] : names)

/** The words of a namespace that is there. */
export const translation =
  (namespace: Namespace, language: Language) =>
  (key: string, values: Values = {}): string =>
    lookUp(language, namespace, key, values)

/**
 * The words of a namespace; `other:key` reaches the others that are named, and those that are always there. The component waits
 * until all have come, and draws again when the language changes.
 */
export function useTranslation<const Names extends Named = 'common'>(names?: Names): { t: Translate<Names> } {
  const language = useLanguage()
  const all = listed(names ?? 'common')
  const first = all[0] ?? 'common'
  const coming = awaited(all, language)
  if (coming) use(coming)
  const t = useMemo<Translate<Names>>(() => translation(first, language), [first, language])
  return { t }
}
