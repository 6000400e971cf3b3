/** The accounts of all customers that could not be taken, with why; tried again, corrected or forgotten by whoever may. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '../../../core/links'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { useTitle } from '../../../kit/page/useTitle'
import { Page } from '../../../ui/layout/Page'
import { useTranslation } from '../../../words/useTranslation'
import { PendingAccounts } from '../pending/PendingAccounts'
import { pendingListOfAll } from '../pending/pendingList'
import { usePendingOfAll } from '../source'

const route = getRouteApi(paths.allPendingAccounts)

export function PendingOfAll() {
  const { t } = useTranslation('accountsStaff')
  useTitle(t('pending.title'))
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const pending = useList(pendingListOfAll, { search, onSearch })
  return (
    <Page title={t('pending.title')} subtitle={t('pending.lead')}>
      <PendingAccounts source={usePendingOfAll()} pending={pending} search={search} onSearch={onSearch} />
    </Page>
  )
}
