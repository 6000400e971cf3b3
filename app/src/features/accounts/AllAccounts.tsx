/** Every electricity account of the own bulk account. */
import { getRouteApi } from '@tanstack/react-router'
import { Stack } from '../../ui/Stack'
import { useBulkId } from '../../useProfile'
import { useTranslation } from '../../words/useTranslation'
import { useChangeSearch } from '../team/useChangeSearch'
import { AccountFigures } from './AccountFigures'
import { AccountsFrame, AddButton } from './AccountsFrame'
import { AccountsTable } from './AccountsTable'
import { useOwnAccounts } from './source'

const route = getRouteApi('/manageAccount')

export function AllAccounts() {
  const { t } = useTranslation('accounts')
  const source = useOwnAccounts(useBulkId())
  const onSearch = useChangeSearch(route.useNavigate())
  return (
    <AccountsFrame source={source} tab="all">
      <Stack gap={6}>
        <AccountFigures source={source} />
        <AccountsTable
          source={source}
          search={route.useSearch()}
          onSearch={onSearch}
          empty={{ title: t('empty.title'), body: t('empty.body'), action: <AddButton source={source} /> }}
        />
      </Stack>
    </AccountsFrame>
  )
}
