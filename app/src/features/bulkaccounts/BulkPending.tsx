/** The accounts of a bulk account that could not be taken, for staff. */
import { getRouteApi } from '@tanstack/react-router'
import { PendingAccounts } from '../accounts/PendingAccounts'
import { useAccountsOf } from '../accounts/source'
import { useChangeSearch } from '../team/useChangeSearch'
import { BulkFrame } from './BulkFrame'

const route = getRouteApi('/admin/bulkAccounts/$bulkId/pending')

export function BulkPending() {
  const { bulkId } = route.useParams()
  const source = useAccountsOf(bulkId)
  const onSearch = useChangeSearch(route.useNavigate())
  return (
    <BulkFrame source={source} tab="pending">
      <PendingAccounts key={bulkId} source={source} search={route.useSearch()} onSearch={onSearch} />
    </BulkFrame>
  )
}
