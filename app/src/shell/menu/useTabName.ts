import type { KeyOf } from '~/words/store'
import { useTranslation } from '~/words/useTranslation'
import type { Tab } from './sections'

/** The keys of tabs that have a name. A tab that is alone in its section has none (`sections.test.ts`). */
type KeyOfNamed<Key = KeyOf<'shell'>> = Key extends `menu.tabs.${infer Name}` ? Name : never

export function useTabName(): (tab: Tab) => string {
  const { t } = useTranslation('shell')
  return ({ key }) => t(`menu.tabs.${key as KeyOfNamed}`)
}
