/** The accounts of all customers that could not be taken, with why; tried again, corrected or forgotten by whoever may. */
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../ui/Page'
import { useTitle } from '../../useTitle'
import { useTranslation } from '../../words/useTranslation'
import { PendingAccounts } from '../accounts/PendingAccounts'
import { usePendingOfAll } from '../accounts/source'
import { useChangeSearch } from '../team/useChangeSearch'

const route = getRouteApi('/admin/bulkAccounts/pendingBulkCA')

export function PendingOfAll() {
  const { t } = useTranslation('bulkaccounts')
  useTitle(t('pending.title'))
  const onSearch = useChangeSearch(route.useNavigate())
  return (
    <Page title={t('pending.title')} subtitle={t('pending.lead')}>
      <PendingAccounts source={usePendingOfAll()} search={route.useSearch()} onSearch={onSearch} />
    </Page>
  )
}
