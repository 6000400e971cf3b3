/** The list of imported files of the utility's feed. */
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { feedImportList } from './feedImportList'
import { OperationsFrame } from './OperationsFrame'
import { RefreshButton } from './RefreshButton'

const route = getRouteApi(paths.feedImports)

export function FeedImports() {
  const imports = useList(feedImportList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  return (
    <OperationsFrame tab="imports" actions={<RefreshButton query={imports.query} />}>
      <List list={imports} />
    </OperationsFrame>
  )
}
