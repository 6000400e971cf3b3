import { countShown, dayShown, recognise } from '../../core'
import type { Chip } from '../../ui/Chips'
import { useBulkId } from '../../useProfile'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { useGroupNames } from '../groups/useGroups'
import { type BillSearch, batchesOf, groupsOf } from './billSearch'

/** The filters that are on, in words, each with the way to take it off. */
export function useBillChips(search: BillSearch, onSearch: (change: Partial<BillSearch>) => void): Chip[] {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const groups = groupsOf(search)
  const nameOf = useGroupNames(useBulkId(), groups.length > 0)
  const chips: Chip[] = []
  const add = (id: string, label: string, change: Partial<BillSearch>) => chips.push({ id, label, onRemove: () => onSearch(change) })

  // A text that core does not take is not looked for: its reason stands at the field.
  if (search.search !== undefined && !recognise(search.search, language).error)
    add('search', searchWord(search.search), { search: undefined })
  if (search.overdue !== undefined) add('overdue', t(search.overdue ? 'filters.overdue' : 'filters.notOverdue'), { overdue: undefined })
  const batches = batchesOf(search)
  for (const batch of batches) {
    add(`batch-${batch}`, t('batches.short', { id: batch }), { batch: batches.filter((other) => other !== batch).join(',') || undefined })
  }
  for (const group of groups) {
    add(`group-${group}`, t('filters.inGroup', { group: nameOf(group) }), {
      group: groups.filter((other) => other !== group).join(',') || undefined,
    })
  }
  if (search.from) add('from', t('filters.dueFrom', { day: dayShown(search.from, language) }), { from: undefined })
  if (search.to) add('to', t('filters.dueTo', { day: dayShown(search.to, language) }), { to: undefined })
  return chips

  function searchWord(typed: string) {
    const { value } = recognise(typed, language)
    if (!value || value.text !== null) return t('filters.text', { text: typed })
    const numbers = [...value.accounts, ...value.invoices, ...value.batches, ...value.transactions]
    if (numbers.length !== 1) return t('filters.numbers', { count: numbers.length, shown: countShown(numbers.length) })
    const kind = value.accounts.length ? 'account' : value.invoices.length ? 'invoice' : value.batches.length ? 'batch' : 'transaction'
    return t(`filters.${kind}`, { number: numbers[0] ?? typed })
  }
}
