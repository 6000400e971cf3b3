/** Any electricity account of the account master: by its number, the customer's own name for it, or its company. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { recognise } from '../../core'
import { EmptyState } from '../../ui/EmptyState'
import { Page } from '../../ui/Page'
import { Select } from '../../ui/Select'
import { Stack } from '../../ui/Stack'
import { useMay } from '../../useProfile'
import { useTitle } from '../../useTitle'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from '../payments/PaymentFilters.module.css'
import { SearchBox } from '../payments/SearchBox'
import { criteria, type FoundSearch } from './bulkSearch'
import { FoundAccounts } from './FoundAccounts'
import { foundColumns } from './foundColumns'
import toolbar from './SearchAccounts.module.css'

const route = getRouteApi('/admin/bulkAccounts/search')
const any = 'any'

export function SearchAccounts() {
  const { t } = useTranslation('bulkaccounts')
  const language = useLanguage()
  const { search, by } = route.useSearch()
  const navigate = route.useNavigate()
  const seesBulk = useMay('manageBulkAccounts', 'view')
  useTitle(t('search.title'))
  const columns = useMemo(() => foundColumns(t, seesBulk), [t, seesBulk])
  const onSearch = (change: FoundSearch) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })
  // An address may say what core refuses; the box then tells why.
  const isAsked = search !== undefined && recognise(search, language).error === undefined
  return (
    <Page title={t('search.title')} subtitle={t('search.lead')}>
      <Stack gap={5}>
        <div className={toolbar.bar}>
          <SearchBox
            label={t('search.label')}
            placeholder={t('search.hint')}
            value={search ?? ''}
            onSearch={(text) => onSearch({ search: text || undefined })}
          />
          <div className={styles.select}>
            <Select
              label={t('search.by')}
              hidesLabel
              options={[{ id: any, label: t('search.anything') }, ...criteria.map((id) => ({ id, label: t(`search.${id}`) }))]}
              value={by ?? any}
              onChange={(id) => onSearch({ by: criteria.find((name) => name === id) })}
            />
          </div>
        </div>
        {isAsked ? (
          <FoundAccounts search={search} by={by} columns={columns} />
        ) : (
          <EmptyState kind="nothing" title={t('search.begin')}>
            {t('search.beginHint')}
          </EmptyState>
        )}
      </Stack>
    </Page>
  )
}
