/** The applications of companies for a bulk account: those that wait first to be seen, each the way to its review. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { countShown, type RegistrationRow } from '../../core'
import { DataTable } from '../../ui/DataTable'
import { Page } from '../../ui/Page'
import { Stack } from '../../ui/Stack'
import { usePages } from '../../useCall'
import { useListed } from '../../useListed'
import { useTitle } from '../../useTitle'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from '../payments/Figures.module.css'
import { RegistrationChips, RegistrationFilters } from './RegistrationFilters'
import { registrationColumns } from './registrationColumns'
import { asked, isNarrowed, type RegistrationSearch, reviewHref } from './registrationSearch'
import { StatusFigure } from './StatusFigure'

const route = getRouteApi('/admin/manageRegistrations')
const figures = ['pending', 'requested', 'processing', 'withErrors'] as const

const keyOf = (row: RegistrationRow) => row.registrationId
const labelOf = (row: RegistrationRow) => row.companyName
const hrefOf = (row: RegistrationRow) => reviewHref(row.registrationId)

export function Registrations() {
  const { t } = useTranslation('registrations')
  const language = useLanguage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useTitle(t('title'))
  const pages = usePages('BulkUserRegistrationTable', { recordCount: 100, filter: asked(search) })
  const columns = useMemo(() => registrationColumns(t, language), [t, language])
  const onSearch = (change: Partial<RegistrationSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })
  const narrowed = isNarrowed(search)
  const count = { count: pages.total ?? 0, shown: countShown(pages.total) }
  const listed = useListed(pages)
  return (
    <Page title={t('title')} subtitle={t('lead')}>
      <Stack gap={6}>
        <div className={styles.figures}>
          {figures.map((name) => (
            <StatusFigure key={name} name={name} />
          ))}
        </div>
        <DataTable
          caption={narrowed ? t('list.matching', count) : t('list.count', count)}
          columns={columns}
          rowKey={keyOf}
          rowLabel={labelOf}
          rowHref={hrefOf}
          toolbar={<RegistrationFilters search={search} onSearch={onSearch} isLoading={pages.isPlaceholderData} />}
          chips={<RegistrationChips search={search} onSearch={onSearch} />}
          isFiltered={narrowed}
          {...listed}
          empty={{ title: t('list.nothing'), body: t('list.nothingHint') }}
          emptyFiltered={{ title: t('list.nothingMatches'), body: t('list.nothingMatchesHint') }}
        />
      </Stack>
    </Page>
  )
}
