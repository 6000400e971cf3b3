/** The accounts of a bulk account that could not be taken, for staff. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '../../../core/links'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { PendingAccounts } from '../pending/PendingAccounts'
import { pendingList } from '../pending/pendingList'
import { useAccountsOf } from '../source'
import { BulkFrame } from './BulkFrame'

const route = getRouteApi(paths.bulkPending)

export function BulkPending() {
  const { bulkId } = route.useParams()
  const source = useAccountsOf(bulkId)
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const pending = useList(pendingList, { search, onSearch, of: { collectiveContractAccountNo: bulkId } })
  return (
    <BulkFrame source={source} tab="pending">
      <PendingAccounts key={bulkId} source={source} pending={pending} search={search} onSearch={onSearch} />
    </BulkFrame>
  )
}
