/** The accounts that are in no group, to be put into one. */
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../ui/Page'
import { useBulkId } from '../../useProfile'
import { useTitle } from '../../useTitle'
import { useTranslation } from '../../words/useTranslation'
import { AccountsTable } from '../accounts/AccountsTable'
import { ProgressNotice } from '../accounts/ProgressNotice'
import { useOwnAccounts } from '../accounts/source'
import { useChangeSearch } from '../team/useChangeSearch'
import { useGroupNames } from './useGroups'

const route = getRouteApi('/manageAccount/notInGroup')

export function NotInGroup() {
  const { t } = useTranslation('groups')
  const source = useOwnAccounts(useBulkId())
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const nameOf = useGroupNames(source.bulkId, search.to !== undefined)
  useTitle(t('noGroup.title'))
  return (
    <Page
      title={t('noGroup.title')}
      subtitle={search.to ? t('noGroup.leadTo', { group: nameOf(search.to) }) : t('noGroup.lead')}
      breadcrumbs={[
        { label: t('accounts:title'), href: source.href },
        { label: t('accounts:tabs.groups'), href: '/manageAccount/groups' },
      ]}
    >
      <ProgressNotice source={source} />
      <AccountsTable
        source={source}
        of="noGroup"
        search={search}
        onSearch={onSearch}
        empty={{ title: t('noGroup.empty'), body: t('noGroup.emptyBody') }}
      />
    </Page>
  )
}
