import { countShown, recognise } from '../../core'
import type { Chip } from '../../ui/Chips'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { useGroupNames } from '../groups/useGroups'
import { type AccountSearch, listed } from './accountSearch'
import type { Source } from './source'

/** The filters that are on, in words, each with the way to take it off. */
export function useAccountChips(source: Source, search: AccountSearch, onSearch: (change: Partial<AccountSearch>) => void): Chip[] {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const groups = listed(search.group)
  const nameOf = useGroupNames(source.bulkId, groups.length > 0 && !source.isStaff)
  const chips: Chip[] = []
  const add = (id: string, label: string, change: Partial<AccountSearch>) => chips.push({ id, label, onRemove: () => onSearch(change) })

  if (search.search !== undefined) add('search', searchWord(search.search), { search: undefined })
  if (search.ungrouped) add('ungrouped', t('noGroup'), { ungrouped: undefined })
  for (const group of groups) add(`group-${group}`, nameOf(group), { group: without(groups, group) })
  if (search.active !== undefined) add('active', t(search.active ? 'active' : 'inactive'), { active: undefined })
  const inStates = listed(search.state)
  for (const state of inStates) add(`state-${state}`, state, { state: without(inStates, state) })
  return chips

  function searchWord(typed: string) {
    const { value } = recognise(typed, language)
    if (!value || value.text !== null) return t('filters.text', { text: typed })
    const numbers = [...value.accounts, ...value.invoices, ...value.batches, ...value.transactions]
    if (numbers.length !== 1) return t('filters.numbers', { count: numbers.length, shown: countShown(numbers.length) })
    return t('filters.number', { number: numbers[0] ?? typed })
  }
}

const without = (all: readonly string[], one: string) => all.filter((other) => other !== one).join(',') || undefined
