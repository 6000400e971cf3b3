/** A customer's payments of bills outside the portal. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useBulkId } from '~/kit/session/useProfile'
import { useTranslation } from '~/words/useTranslation'
import { settlementList } from '../settlementList'
import { PaymentsFrame } from './PaymentsFrame'

const route = getRouteApi(paths.settlements)

export function PaidElsewhere() {
  const { t } = useTranslation('settlements')
  const list = useList(settlementList, {
    search: route.useSearch(),
    onSearch: useChangeSearch(route.useNavigate()),
    of: { id: useBulkId() },
  })
  return (
    <PaymentsFrame tab="elsewhere" about={t('about')}>
      <List list={list} />
    </PaymentsFrame>
  )
}
