/** The screen where staff find a bulk account to open in customer view mode. */
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { viewableList } from './viewableList'

const route = getRouteApi(paths.customerView)

export function CustomerView() {
  const { t } = useTranslation('accountsStaff')
  useTitle(t('view.title'))
  const found = useList(viewableList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  return (
    <Page title={t('view.title')} about={t('view.lead')}>
      <List list={found} />
    </Page>
  )
}
