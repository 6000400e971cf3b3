/** The bulk accounts of all customers: counted, found, each the way to its company, accounts and people. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type BulkAccountRow, countShown } from '../../core'
import { DataTable } from '../../ui/DataTable'
import { Page } from '../../ui/Page'
import { Stack } from '../../ui/Stack'
import { StatCard } from '../../ui/StatCard'
import { useCall, usePages } from '../../useCall'
import { useListed } from '../../useListed'
import { useTitle } from '../../useTitle'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { Figures } from '../payments/Figures'
import { BulkChips, BulkFilters } from './BulkFilters'
import { bulkColumns } from './bulkColumns'
import { asked, type BulkSearch, bulkHref } from './bulkSearch'

const route = getRouteApi('/admin/bulkAccounts')
const here = '/admin/bulkAccounts'

const keyOf = (row: BulkAccountRow) => row.bulkId
const labelOf = (row: BulkAccountRow) => row.companyName
const hrefOf = (row: BulkAccountRow) => bulkHref(row.bulkId)

export function BulkAccounts() {
  const { t } = useTranslation('bulkaccounts')
  const language = useLanguage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useTitle(t('title'))
  const pages = usePages('GetBulkAccountsTable', { recordCount: 100, ...asked(search) })
  const columns = useMemo(() => bulkColumns(t, language), [t, language])
  const onSearch = (change: Partial<BulkSearch>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false })
  const narrowed = Boolean(search.search || search.business || search.closed)
  const count = { count: pages.total ?? 0, shown: countShown(pages.total) }
  const listed = useListed(pages)
  return (
    <Page title={t('title')} subtitle={t('lead')}>
      <Stack gap={6}>
        <BulkFigures />
        <DataTable
          caption={narrowed ? t('list.matching', count) : t('list.count', count)}
          columns={columns}
          rowKey={keyOf}
          rowLabel={labelOf}
          rowHref={hrefOf}
          toolbar={<BulkFilters search={search} onSearch={onSearch} isLoading={pages.isPlaceholderData} />}
          chips={<BulkChips search={search} onSearch={onSearch} />}
          isFiltered={narrowed}
          {...listed}
          empty={{ title: t('list.nothing'), body: t('list.nothingHint') }}
          emptyFiltered={{ title: t('list.nothingMatches'), body: t('list.nothingMatchesHint') }}
        />
      </Stack>
    </Page>
  )
}

function BulkFigures() {
  const { t } = useTranslation('bulkaccounts')
  const { data: cards } = useCall('GetBulkAccountsCards', {})
  return (
    <Figures asOf={cards?.asOf}>
      <StatCard label={t('title')} value={countShown(cards?.total)} href={here} meta={t('figure.allMeta')} />
      <StatCard label={t('figure.organisations')} value={countShown(cards?.organisations)} href={`${here}?business=organisation`} />
      <StatCard label={t('figure.government')} value={countShown(cards?.government)} href={`${here}?business=government`} />
      <StatCard label={t('figure.accounts')} value={countShown(cards?.accounts)} href={`${here}/search`} meta={t('figure.accountsMeta')} />
      <StatCard
        label={t('figure.closed')}
        value={countShown(cards?.withoutAccounts)}
        href={`${here}?closed=true`}
        meta={t('figure.closedMeta')}
        tone={cards && cards.withoutAccounts > 0 ? 'warning' : undefined}
      />
    </Figures>
  )
}
