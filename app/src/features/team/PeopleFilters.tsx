/** What narrows a list of people: a searched text, activity, role; each taken off as a chip. */

import type { Role } from '../../core'
import { Chips } from '../../ui/Chips'
import { Select } from '../../ui/Select'
import { useTranslation } from '../../words/useTranslation'
import styles from '../payments/PaymentFilters.module.css'
import { SearchBox } from '../payments/SearchBox'
import { type PeopleSearch, standingNames } from './peopleSearch'

export interface Filters {
  search: PeopleSearch
  onSearch: (change: Partial<PeopleSearch>) => void
  /** None where the list cannot be narrowed to a role. */
  roles: readonly Role[]
  searchHint?: string | undefined
}

const any = 'any'

export function PeopleFilters({ search, onSearch, roles, searchHint, isLoading }: Filters & { isLoading: boolean }) {
  const { t } = useTranslation('team')
  const named = standingNames.map((id) => ({ id, label: t(`activity.${id}`) }))
  return (
    <>
      <SearchBox
        label={t('filter.search')}
        placeholder={searchHint ?? t('filter.searchHint')}
        value={search.search ?? ''}
        onSearch={(text) => onSearch({ search: text || undefined })}
        isLoading={isLoading}
      />
      <div className={styles.select}>
        <Select
          label={t('filter.activity')}
          hidesLabel
          options={[{ id: any, label: t('filter.anyActivity') }, ...named]}
          value={search.activity ?? any}
          onChange={(id) => onSearch({ activity: standingNames.find((name) => name === id) })}
        />
      </div>
      {roles.length > 0 && (
        <div className={styles.select}>
          <Select
            label={t('filter.role')}
            hidesLabel
            options={[{ id: any, label: t('filter.anyRole') }, ...roles.map((id) => ({ id, label: t(`shell:roles.${id}`) }))]}
            value={search.role ?? any}
            onChange={(id) => onSearch({ role: roles.find((role) => role === id) })}
          />
        </div>
      )}
    </>
  )
}

export function PeopleChips({ search, onSearch }: Pick<Filters, 'search' | 'onSearch'>) {
  const { t } = useTranslation('team')
  const chip = (id: 'search' | 'activity' | 'role', label: string | undefined) =>
    label ? [{ id, label, onRemove: () => onSearch({ [id]: undefined }) }] : []
  return (
    <Chips
      label={t('filter.chips')}
      chips={[
        ...chip('search', search.search && t('filter.found', { text: search.search })),
        ...chip('activity', search.activity && t(`activity.${search.activity}`)),
        ...chip('role', search.role && t(`shell:roles.${search.role}`)),
      ]}
      onClearAll={() => onSearch({ search: undefined, activity: undefined, role: undefined })}
    />
  )
}
