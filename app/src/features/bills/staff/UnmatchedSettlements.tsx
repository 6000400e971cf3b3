/** Payments outside the portal that pay no bill, of all companies. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { unmatchedSettlementList } from '../settlementList'

const route = getRouteApi(paths.unmatchedSettlements)

export function UnmatchedSettlements() {
  const { t } = useTranslation('settlements')
  useTitle(t('title'))
  const list = useList(unmatchedSettlementList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  return (
    <Page title={t('title')} about={t('lead')}>
      <List list={list} />
    </Page>
  )
}
