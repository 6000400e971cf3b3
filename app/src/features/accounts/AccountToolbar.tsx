/** Searching and narrowing a list of accounts. */
import { SlidersHorizontal } from 'lucide-react'
import { Button } from '../../ui/Button'
import { PopoverPanel } from '../../ui/PopoverPanel'
import { useTranslation } from '../../words/useTranslation'
import { SearchBox } from '../payments/SearchBox'
import { AccountFilters } from './AccountFilters'
import type { AccountSearch } from './accountSearch'
import type { Source } from './source'

interface Props {
  source: Source
  search: AccountSearch
  onSearch: (change: Partial<AccountSearch>) => void
  /** The list is of one group, or of none, already. */
  hasGroup: boolean
  isLoading: boolean
}

export function AccountToolbar({ source, search, onSearch, hasGroup, isLoading }: Props) {
  const { t } = useTranslation('accounts')
  return (
    <>
      <SearchBox
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined })}
        isLoading={isLoading}
      />
      <PopoverPanel label={t('filters.label')} trigger={<Button icon={<SlidersHorizontal />}>{t('filters.label')}</Button>}>
        {(close) => <AccountFilters source={source} search={search} onSearch={onSearch} hasGroup={hasGroup} onDone={close} />}
      </PopoverPanel>
    </>
  )
}
