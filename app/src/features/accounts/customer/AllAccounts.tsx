/** Every electricity account of the own bulk account. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '../../../core/links'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { useBulkId } from '../../../kit/session/useProfile'
import { Stack } from '../../../ui/layout/Stack'
import { AccountFigures } from '../AccountFigures'
import { AccountsFrame, AddButton } from '../AccountsFrame'
import { AccountsTable } from '../AccountsTable'
import { accountList } from '../accountList'
import { useOwnAccounts } from '../source'

const route = getRouteApi(paths.accounts)

export function AllAccounts() {
  const source = useOwnAccounts(useBulkId())
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const accounts = useList(accountList, { search, onSearch, of: { id: source.bulkId } })
  return (
    <AccountsFrame source={source} tab="all">
      <Stack gap={6}>
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
