/** The company's payments of bills outside the portal. */
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useBulkId } from '~/kit/session/useProfile'
import { BillsFrame } from './BillsFrame'
import { settlementList } from './settlementList'

const route = getRouteApi(paths.settlements)

export function PaidElsewhere() {
  const list = useList(settlementList, {
    search: route.useSearch(),
    onSearch: useChangeSearch(route.useNavigate()),
    of: { id: useBulkId() },
  })
  return (
    <BillsFrame tab="elsewhere">
      <List list={list} />
    </BillsFrame>
  )
}
