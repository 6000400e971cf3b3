/** All exports of the company, the newest first. */
import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useBulkId } from '~/kit/session/useProfile'
import { LinkButton } from '~/ui/button/LinkButton'
import { useTranslation } from '~/words/useTranslation'
import { AccountingFrame } from './AccountingFrame'
import { accountingRunList } from './runList'
import { useRunMenu } from './useRunMenu'

const route = getRouteApi(paths.accountingRuns)

export function Runs() {
  const { t } = useTranslation('accounting')
  const runs = useList(accountingRunList, {
    search: route.useSearch(),
    onSearch: useChangeSearch(route.useNavigate()),
    of: { id: useBulkId() },
  })
  return (
    <AccountingFrame tab="runs">
      <List list={runs} menu={useRunMenu()} emptyAction={<LinkButton href={link('accounting')}>{t('runs.empty.action')}</LinkButton>} />
    </AccountingFrame>
  )
}
