/** What narrows the list of applications: a searched text, status, business type; each taken off as a chip. */
import { registrationStatus } from '../../core'
import { Chips } from '../../ui/Chips'
import { Select } from '../../ui/Select'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from '../payments/PaymentFilters.module.css'
import { SearchBox } from '../payments/SearchBox'
import { businessNames, type RegistrationSearch, type StatusName, statuses, statusNames } from './registrationSearch'

interface Props {
  search: RegistrationSearch
  onSearch: (change: Partial<RegistrationSearch>) => void
}

const any = 'any'

/** Both kinds of approved are "Approved" in core's words; a list of statuses has to tell them apart. */
function useStatusLabel() {
  const { t } = useTranslation('registrations')
  const language = useLanguage()
  return (name: StatusName) => (name === 'withErrors' ? t('filter.withErrors') : registrationStatus(statuses[name], language).word)
}

export function RegistrationFilters({ search, onSearch, isLoading }: Props & { isLoading: boolean }) {
  const { t } = useTranslation('registrations')
  const label = useStatusLabel()
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
          label={t('column.status')}
          hidesLabel
          options={[{ id: any, label: t('filter.anyStatus') }, ...statusNames.map((id) => ({ id, label: label(id) }))]}
          value={search.status ?? any}
          onChange={(id) => onSearch({ status: statusNames.find((name) => name === id) })}
        />
      </div>
      <div className={styles.select}>
        <Select
          label={t('column.business')}
          hidesLabel
          options={[{ id: any, label: t('filter.anyBusiness') }, ...businessNames.map((id) => ({ id, label: t(`business.${id}`) }))]}
          value={search.business ?? any}
          onChange={(id) => onSearch({ business: businessNames.find((name) => name === id) })}
        />
      </div>
    </>
  )
}

export function RegistrationChips({ search, onSearch }: Props) {
  const { t } = useTranslation('registrations')
  const status = useStatusLabel()
  const none = { search: undefined, status: undefined, business: undefined }
  const chip = (id: keyof typeof none, label: string | undefined) =>
    label ? [{ id, label, onRemove: () => onSearch({ [id]: undefined }) }] : []
  return (
    <Chips
      label={t('filter.chips')}
      chips={[
        ...chip('search', search.search && t('filter.found', { text: search.search })),
        ...chip('status', search.status && status(search.status)),
        ...chip('business', search.business && t(`business.${search.business}`)),
      ]}
      onClearAll={() => onSearch(none)}
    />
  )
}
