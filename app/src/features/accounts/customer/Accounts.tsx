/** The customer's own electricity accounts: all of them, and those that are queued or could not be added. */
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList, useParsedSearch } from '~/kit/list/useList'
import { useBulkId } from '~/kit/session/useProfile'
import { Stack } from '~/ui/layout/Stack'
import { AccountFigures } from '../AccountFigures'
import { AccountsFrame, AddButton } from '../AccountsFrame'
import { useOwnAccounts } from '../accountListSource'
import { AccountsTable } from '../list/AccountsTable'
import { accountList } from '../list/accountList'
import { PendingAccounts } from '../pending/PendingAccounts'
import { pendingList } from '../pending/pendingList'

const all = getRouteApi(paths.accounts)
const pendingRoute = getRouteApi(paths.pendingAccounts)

export function AllAccounts() {
  const source = useOwnAccounts(useBulkId())
  const search = useParsedSearch(accountList, all.useSearch())
  const onSearch = useChangeSearch(all.useNavigate())
  const accounts = useList(accountList, { search, onSearch, of: { id: source.bulkId } })
  return (
    <AccountsFrame source={source} tab="all">
      <Stack gap={3}>
        <AccountFigures source={source} />
        <AccountsTable
          source={source}
          accounts={accounts}
          search={search}
          onSearch={onSearch}
          emptyAction={<AddButton source={source} />}
        />
      </Stack>
    </AccountsFrame>
  )
}

export function PendingForAction() {
  const source = useOwnAccounts(useBulkId())
  const search = useParsedSearch(pendingList, pendingRoute.useSearch())
  const onSearch = useChangeSearch(pendingRoute.useNavigate())
  const pending = useList(pendingList, { search, onSearch, of: { collectiveContractAccountNo: source.bulkId } })
  return (
    <AccountsFrame source={source} tab="pending">
      <PendingAccounts source={source} pending={pending} search={search} onSearch={onSearch} />
    </AccountsFrame>
  )
}
