/** What narrows a list of payments: a searched text, status, method, days; each on its own and taken off as a chip. */

import { dayShown, paymentMethod } from '../../core'
import { Chips } from '../../ui/Chips'
import { Select } from '../../ui/Select'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { DateWindow } from './DateWindow'
import { type ListSearch, methods } from './listSearch'
import styles from './PaymentFilters.module.css'
import { SearchBox } from './SearchBox'

export interface Filters<Name extends string> {
  search: ListSearch<Name>
  onSearch: (change: Partial<ListSearch<Name>>) => void
  /** None where the list is of one status only. */
  statuses?: readonly { id: Name; label: string; description?: string }[] | undefined
}

const any = 'any'

export function PaymentFilters<Name extends string>({ search, onSearch, statuses, isLoading }: Filters<Name> & { isLoading: boolean }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const anyStatus = { id: any, label: t('filter.anyStatus') }
  const anyMethod = { id: any, label: t('filter.anyMethod') }
  return (
    <>
      <SearchBox
        label={t('filter.search')}
        placeholder={t('filter.searchHint')}
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined })}
        isLoading={isLoading}
      />
      {statuses && (
        <div className={styles.select}>
          <Select
            label={t('filter.status')}
            hidesLabel
            options={[anyStatus, ...statuses]}
            value={search.status ?? any}
            onChange={(id) => onSearch({ status: statuses.find((status) => status.id === id)?.id })}
          />
        </div>
      )}
      <div className={styles.select}>
        <Select
          label={t('filter.method')}
          hidesLabel
          options={[anyMethod, ...methods.map((id) => ({ id, label: paymentMethod(id, language).word }))]}
          value={search.method ?? any}
          onChange={(id) => onSearch({ method: methods.find((method) => method === id) })}
        />
      </div>
      <DateWindow from={search.from} to={search.to} onChange={onSearch} />
    </>
  )
}

export function PaymentChips<Name extends string>({ search, onSearch, statuses }: Filters<Name>) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const none = { search: undefined, status: undefined, method: undefined, from: undefined, to: undefined }
  const status = statuses?.find(({ id }) => id === search.status)
  const chip = (id: keyof typeof none, label: string | undefined) =>
    label ? [{ id, label, onRemove: () => onSearch({ [id]: undefined }) }] : []
  return (
    <Chips
      label={t('filter.chips')}
      chips={[
        ...chip('search', search.search && t('filter.found', { text: search.search })),
        ...chip('status', status?.label),
        ...chip('method', search.method && paymentMethod(search.method, language).word),
        ...chip('from', search.from && t('filter.fromDay', { day: dayShown(search.from, language) })),
        ...chip('to', search.to && t('filter.toDay', { day: dayShown(search.to, language) })),
      ]}
      onClearAll={() => onSearch(none)}
    />
  )
}
