/** The bulk accounts of all customers: counted, found, each the way to its company, accounts and people. */

import { getRouteApi } from '@tanstack/react-router'
import { countShown } from '../../../core/core'
import { link, paths } from '../../../core/links'
import { useCall } from '../../../kit/call/useCall'
import { Figures } from '../../../kit/figures/Figures'
import { List } from '../../../kit/list/List'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { useTitle } from '../../../kit/page/useTitle'
import { Page } from '../../../ui/layout/Page'
import { Stack } from '../../../ui/layout/Stack'
import { StatCard } from '../../../ui/text/StatCard'
import { useTranslation } from '../../../words/useTranslation'
import { bulkAccountList } from './bulkAccountList'

const route = getRouteApi(paths.bulkAccounts)
const here = link('bulkAccounts')

export function BulkAccounts() {
  const { t } = useTranslation('accountsStaff')
  useTitle(t('title'))
  const bulkAccounts = useList(bulkAccountList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  return (
    <Page title={t('title')} subtitle={t('lead')}>
      <Stack gap={6}>
        <BulkFigures />
        <List list={bulkAccounts} />
      </Stack>
    </Page>
  )
}

function BulkFigures() {
  const { t } = useTranslation('accountsStaff')
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
