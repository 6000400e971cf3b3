/** The activity log for staff: all bulk accounts and the utility's own users. Entries that were tampered with are marked. */
import { getRouteApi } from '@tanstack/react-router'
import { constants } from '../../core/core'
import { paths } from '../../core/links'
import { List } from '../../kit/list/List'
import { useChangeSearch } from '../../kit/list/useChangeSearch'
import { useList } from '../../kit/list/useList'
import { Boundary } from '../../kit/page/Boundary'
import { useDialogRow } from '../../kit/page/dialogRow'
import { useFocusBack } from '../../kit/page/useFocusBack'
import { useTitle } from '../../kit/page/useTitle'
import { Page } from '../../ui/layout/Page'
import { useTranslation } from '../../words/useTranslation'
import { staffActivityList } from './activityList'
import { Details } from './Details'
import { IntegrityCheck } from './IntegrityCheck'
import { useActivityMenu } from './useActivityMenu'

const route = getRouteApi(paths.staffActivity)

export function StaffActivity() {
  const { t } = useTranslation('activity')
  useTitle(t('title'))
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const log = useList(staffActivityList, { search, onSearch })
  useFocusBack({ open: search.open, user: search.entry })
  const found = log.rows.find(({ id }) => id === search.entry)
  const entry = useDialogRow(search.entry, found)
  return (
    <Page title={t('title')} about={t('staffLead', { months: constants.activityMonths })}>
      <Boundary isPart>
        <IntegrityCheck />
      </Boundary>
      <List list={log} menu={useActivityMenu(onSearch)} />
      {search.open === 'details' && entry && <Details entry={entry} onClose={() => onSearch({ open: undefined, entry: undefined })} />}
    </Page>
  )
}
