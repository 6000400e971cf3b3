/** What narrows the list of bulk accounts: a searched text, business type; each taken off as a chip. */
import { Chips } from '../../ui/Chips'
import { Select } from '../../ui/Select'
import { useTranslation } from '../../words/useTranslation'
import styles from '../payments/PaymentFilters.module.css'
import { SearchBox } from '../payments/SearchBox'
import { businessNames } from '../registrations/registrationSearch'
import type { BulkSearch } from './bulkSearch'

interface Props {
  search: BulkSearch
  onSearch: (change: Partial<BulkSearch>) => void
}

const any = 'any'

export function BulkFilters({ search, onSearch, isLoading }: Props & { isLoading: boolean }) {
  const { t } = useTranslation('bulkaccounts')
  const { t: words } = useTranslation('registrations')
  return (
    <>
      <SearchBox
        label={t('filter.search')}
        placeholder={t('filter.searchHint')}
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined })}
        isLoading={isLoading}
      />
      <div className={styles.select}>
        <Select
          label={words('column.business')}
          hidesLabel
          options={[
            { id: any, label: words('filter.anyBusiness') },
            ...businessNames.map((id) => ({ id, label: words(`business.${id}`) })),
          ]}
          value={search.business ?? any}
          onChange={(id) => onSearch({ business: businessNames.find((name) => name === id) })}
        />
      </div>
    </>
  )
}

export function BulkChips({ search, onSearch }: Props) {
  const { t } = useTranslation('registrations')
  const { t: words } = useTranslation('bulkaccounts')
  const none = { search: undefined, business: undefined, closed: undefined }
  const chip = (id: keyof typeof none, label: string | undefined) =>
    label ? [{ id, label, onRemove: () => onSearch({ [id]: undefined }) }] : []
  return (
    <Chips
      label={t('filter.chips')}
      chips={[
        ...chip('search', search.search && t('filter.found', { text: search.search })),
        ...chip('business', search.business && t(`business.${search.business}`)),
        ...chip('closed', search.closed && words('figure.closed')),
      ]}
      onClearAll={() => onSearch(none)}
    />
  )
}
