/** The deposits that the utility holds for the company's accounts: what it holds, what can be asked for, and guarantees that expire. */
import { getRouteApi } from '@tanstack/react-router'
import { amountShown, compareAmounts, type DepositsPage, numberShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId } from '~/kit/session/useProfile'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { StatCard, StatStrip } from '~/ui/text/StatCard'
import { useTranslation } from '~/words/useTranslation'
import { depositList } from './depositList'

const route = getRouteApi(paths.deposits)

export function Deposits() {
  const { t } = useTranslation('deposits')
  const id = useBulkId()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const deposits = useList(depositList, { search, onSearch, of: { id } })
  useTitle(t('title'))
  return (
    <Page title={t('title')} about={t('lead')}>
      <Stack gap={4}>
        <Boundary isPart of={id} waiting={<Sums sums={undefined} />}>
          <Answered id={id} />
        </Boundary>
        <List list={deposits} />
      </Stack>
    </Page>
  )
}

function Answered({ id }: { id: string }) {
  return <Sums sums={useRead('GetDeposits', { id, recordCount: 1 })} />
}

function Sums({ sums }: { sums: DepositsPage | undefined }) {
  const { t } = useTranslation('deposits')
  const waiting = <Skeleton width="8ch" />
  const isAbove = sums !== undefined && compareAmounts(sums.excess, '0.00') > 0
  return (
    <StatStrip>
      <StatCard
        label={t('sums.held')}
        value={sums ? amountShown(sums.held) : waiting}
        href={link('deposits', { sort: 'held' })}
        meta={t('sums.heldMeta')}
      />
      <StatCard
        label={t('sums.excess')}
        value={sums ? amountShown(sums.excess) : waiting}
        href={link('deposits', { sort: 'excess' })}
        meta={t('sums.excessMeta')}
        tone={isAbove ? 'progress' : undefined}
      />
      <StatCard
        label={t('sums.expiring')}
        value={sums ? numberShown(sums.expiring) : waiting}
        href={link('deposits', { sort: 'expiresOn' })}
        meta={t('sums.expiringMeta')}
        tone={sums && sums.expiring > 0 ? 'warning' : undefined}
      />
    </StatStrip>
  )
}
