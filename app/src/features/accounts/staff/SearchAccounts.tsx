/** Any electricity account of the account master: by its number, the customer's own name for it, or its company. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '../../../core/links'
import { List } from '../../../kit/list/List'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { useTitle } from '../../../kit/page/useTitle'
import { Page } from '../../../ui/layout/Page'
import { useTranslation } from '../../../words/useTranslation'
import { foundAccountList } from './foundAccountList'

const route = getRouteApi(paths.searchAccounts)

export function SearchAccounts() {
  const { t } = useTranslation('accountsStaff')
  useTitle(t('search.title'))
  const found = useList(foundAccountList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  return (
    <Page title={t('search.title')} subtitle={t('search.lead')}>
      <List list={found} />
    </Page>
  )
}
