/** The own accounts that wait or could not be taken. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '../../../core/links'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { useBulkId } from '../../../kit/session/useProfile'
import { AccountsFrame } from '../AccountsFrame'
import { PendingAccounts } from '../pending/PendingAccounts'
import { pendingList } from '../pending/pendingList'
import { useOwnAccounts } from '../source'

const route = getRouteApi(paths.pendingAccounts)

export function PendingForAction() {
  const source = useOwnAccounts(useBulkId())
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const pending = useList(pendingList, { search, onSearch, of: { collectiveContractAccountNo: source.bulkId } })
  return (
    <AccountsFrame source={source} tab="pending">
      <PendingAccounts source={source} pending={pending} search={search} onSearch={onSearch} />
    </AccountsFrame>
  )
}
