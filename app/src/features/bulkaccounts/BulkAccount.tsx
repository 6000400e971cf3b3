/** The electricity accounts of a bulk account, for staff: found, added, taken out. */
import { getRouteApi } from '@tanstack/react-router'
import { Stack } from '../../ui/Stack'
import { AccountFigures } from '../accounts/AccountFigures'
import { AddButton } from '../accounts/AccountsFrame'
import { AccountsTable } from '../accounts/AccountsTable'
import { useAccountsOf } from '../accounts/source'
import { useChangeSearch } from '../team/useChangeSearch'
import { BulkFrame } from './BulkFrame'

const route = getRouteApi('/admin/bulkAccounts/$bulkId')

export function BulkAccount() {
  const { bulkId } = route.useParams()
  // Another bulk account is another screen: nothing ticked in the one before stays.
  return <Accounts key={bulkId} bulkId={bulkId} />
}

function Accounts({ bulkId }: { bulkId: string }) {
  const source = useAccountsOf(bulkId)
  const onSearch = useChangeSearch(route.useNavigate())
  return (
    <BulkFrame source={source} tab="accounts" actions={<AddButton source={source} />}>
      <Stack gap={6}>
        <AccountFigures source={source} />
        <AccountsTable source={source} search={route.useSearch()} onSearch={onSearch} />
      </Stack>
    </BulkFrame>
  )
}
