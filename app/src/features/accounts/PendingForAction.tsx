/** The own accounts that wait or could not be taken. */
import { getRouteApi } from '@tanstack/react-router'
import { useBulkId } from '../../useProfile'
import { useChangeSearch } from '../team/useChangeSearch'
import { AccountsFrame } from './AccountsFrame'
import { PendingAccounts } from './PendingAccounts'
import { useOwnAccounts } from './source'

const route = getRouteApi('/manageAccount/pending')

export function PendingForAction() {
  const source = useOwnAccounts(useBulkId())
  const onSearch = useChangeSearch(route.useNavigate())
  return (
    <AccountsFrame source={source} tab="pending">
      <PendingAccounts source={source} search={route.useSearch()} onSearch={onSearch} />
    </AccountsFrame>
  )
}
