/** The activity log of a company: the user, time, origin and changed values of each action. */
import { getRouteApi } from '@tanstack/react-router'
import { constants } from '~/core/core'
import { paths } from '~/core/links'
import { viewedId } from '~/core/viewed'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useDialogRow } from '~/kit/page/dialogRow'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { useTranslation } from '~/words/useTranslation'
import { activityList } from './activityList'
import { Details } from './Details'
import { useActivityMenu } from './useActivityMenu'

const route = getRouteApi(paths.activity)
/** In customer view mode, names the bulk account that the staff user is viewing. */
const bulkAccount = { ...(viewedId !== undefined && { bulkId: viewedId }) }

export function CustomerActivity() {
  const { t } = useTranslation('activity')
  useTitle(t('title'))
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const log = useList(activityList, { search, onSearch, of: bulkAccount })
  useFocusBack({ open: search.open, row: search.entry })
  const found = log.rows.find(({ id }) => id === search.entry)
  const entry = useDialogRow(search.entry, found)
  return (
    <Page title={t('title')} about={t('lead', { months: constants.activityMonths })}>
      <List list={log} menu={useActivityMenu(onSearch)} />
      {search.open === 'details' && entry && <Details entry={entry} onClose={() => onSearch({ open: undefined, entry: undefined })} />}
    </Page>
  )
}
