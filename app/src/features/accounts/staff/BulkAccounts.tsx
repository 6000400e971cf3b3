/** Lists for staff across all customers: bulk accounts, electricity accounts, and accounts that could not be added. */
import { getRouteApi } from '@tanstack/react-router'
import type { BulkAccountsCards } from '~/core/core'
import { link, paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useViewMenu } from '~/kit/company/ViewAs'
import { Figures } from '~/kit/figures/Figures'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList, useParsedSearch } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { StatCard } from '~/ui/text/StatCard'
import { useTranslation } from '~/words/useTranslation'
import { Count } from '../AccountFigures'
import { usePendingOfAll } from '../accountListSource'
import { PendingAccounts } from '../pending/PendingAccounts'
import { pendingListOfAll } from '../pending/pendingList'
import { bulkAccountList } from './bulkAccountList'
import { foundAccountList } from './foundAccountList'

const all = getRouteApi(paths.bulkAccounts)
const searching = getRouteApi(paths.searchAccounts)
const pendingRoute = getRouteApi(paths.allPendingAccounts)

export function BulkAccounts() {
  const { t } = useTranslation('accountsStaff')
  useTitle(t('title'))
  const bulkAccounts = useList(bulkAccountList, { search: all.useSearch(), onSearch: useChangeSearch(all.useNavigate()) })
  return (
    <Page title={t('title')} about={t('lead')}>
      <Stack gap={4}>
        <Boundary isPart waiting={<Cards cards={undefined} />}>
          <BulkFigures />
        </Boundary>
        <List list={bulkAccounts} menu={useViewMenu()} />
      </Stack>
    </Page>
  )
}

function BulkFigures() {
  return <Cards cards={useRead('GetBulkAccountsCards', {})} />
}

function Cards({ cards }: { cards: BulkAccountsCards | undefined }) {
  const { t } = useTranslation('accountsStaff')
  return (
    <Figures asOf={cards?.asOf}>
      <StatCard label={t('title')} value={<Count of={cards?.total} />} href={link('bulkAccounts')} meta={t('figure.allMeta')} />
      <StatCard
        label={t('figure.organisations')}
        value={<Count of={cards?.organisations} />}
        href={link('bulkAccounts', { business: 'organisation' })}
      />
      <StatCard
        label={t('figure.government')}
        value={<Count of={cards?.government} />}
        href={link('bulkAccounts', { business: 'government' })}
      />
      <StatCard
        label={t('figure.accounts')}
        value={<Count of={cards?.accounts} />}
        href={link('searchAccounts')}
        meta={t('figure.accountsMeta')}
      />
      <StatCard
        label={t('figure.closed')}
        value={<Count of={cards?.withoutAccounts} />}
        href={link('bulkAccounts', { closed: true })}
        meta={t('figure.closedMeta')}
        tone={cards && cards.withoutAccounts > 0 ? 'warning' : undefined}
      />
    </Figures>
  )
}

/** Searches all electricity accounts by number, the customer's reference ID or company. */
export function SearchAccounts() {
  const { t } = useTranslation('accountsStaff')
  useTitle(t('search.title'))
  const found = useList(foundAccountList, { search: searching.useSearch(), onSearch: useChangeSearch(searching.useNavigate()) })
  return (
    <Page title={t('search.title')} about={t('search.lead')}>
      <List list={found} menu={useViewMenu()} />
    </Page>
  )
}

/**
 * The accounts of all customers that could not be added, with the reason. Staff with permission can retry, correct or remove them.
 */
export function PendingOfAll() {
  const { t } = useTranslation('accountsStaff')
  useTitle(t('pending.title'))
  const search = useParsedSearch(pendingListOfAll, pendingRoute.useSearch())
  const onSearch = useChangeSearch(pendingRoute.useNavigate())
  const pending = useList(pendingListOfAll, { search, onSearch })
  return (
    <Page title={t('pending.title')} about={t('pending.lead')}>
      <PendingAccounts source={usePendingOfAll()} pending={pending} search={search} onSearch={onSearch} />
    </Page>
  )
}
