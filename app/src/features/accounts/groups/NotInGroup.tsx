/** The accounts that are in no group, to be put into one. */

import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '../../../core/links'
import { useGroupNames } from '../../../kit/accounts/useGroups'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { useTitle } from '../../../kit/page/useTitle'
import { useBulkId } from '../../../kit/session/useProfile'
import { Page } from '../../../ui/layout/Page'
import { useTranslation } from '../../../words/useTranslation'
import { AccountsTable } from '../AccountsTable'
import { accountListOfNoGroup } from '../accountList'
import { ProgressNotice } from '../ProgressNotice'
import { useOwnAccounts } from '../source'

const route = getRouteApi(paths.accountsInNoGroup)

export function NotInGroup() {
  const { t } = useTranslation('groups')
  const source = useOwnAccounts(useBulkId())
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const accounts = useList(accountListOfNoGroup, { search, onSearch, of: { id: source.bulkId } })
  const nameOf = useGroupNames(source.bulkId, search.to !== undefined)
  useTitle(t('noGroup.title'))
  return (
    <Page
      title={t('noGroup.title')}
      subtitle={search.to ? t('noGroup.leadTo', { group: nameOf(search.to) }) : t('noGroup.lead')}
      breadcrumbs={[
        { label: t('accounts:title'), href: source.href },
        { label: t('accounts:tabs.groups'), href: link('groups') },
      ]}
    >
      <ProgressNotice source={source} />
      <AccountsTable source={source} accounts={accounts} search={search} onSearch={onSearch} />
    </Page>
  )
}
