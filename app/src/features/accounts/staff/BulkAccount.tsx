/** The electricity accounts of a bulk account, for staff: found, added, taken out. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '../../../core/links'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { Stack } from '../../../ui/layout/Stack'
import { AccountFigures } from '../AccountFigures'
import { AddButton } from '../AccountsFrame'
import { AccountsTable } from '../AccountsTable'
import { accountListOfStaff } from '../accountList'
import { useAccountsOf } from '../source'
import { BulkFrame } from './BulkFrame'

const route = getRouteApi(paths.bulkAccount)

export function BulkAccount() {
  const { bulkId } = route.useParams()
  // Another bulk account is another screen: nothing ticked in the one before stays.
  return <Accounts key={bulkId} bulkId={bulkId} />
}

function Accounts({ bulkId }: { bulkId: string }) {
  const source = useAccountsOf(bulkId)
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const accounts = useList(accountListOfStaff, { search, onSearch, of: { id: bulkId } })
  return (
    <BulkFrame source={source} tab="accounts" actions={<AddButton source={source} />}>
      <Stack gap={6}>
        <AccountFigures source={source} />
        <AccountsTable source={source} accounts={accounts} search={search} onSearch={onSearch} />
      </Stack>
    </BulkFrame>
  )
}
