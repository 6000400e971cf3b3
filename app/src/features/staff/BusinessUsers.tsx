/** Everybody who registered, for the utility: who they are, to which customer they belong, and the way to its people. */

import { getRouteApi } from '@tanstack/react-router'
import { link, paths } from '../../core/links'
import { useCall } from '../../kit/call/useCall'
import { List } from '../../kit/list/List'
import { useChangeSearch } from '../../kit/list/useChangeSearch'
import { useList } from '../../kit/list/useList'
import { useFocusBack } from '../../kit/page/useFocusBack'
import { useTitle } from '../../kit/page/useTitle'
import { PeopleFigures } from '../../kit/people/PeopleFigures'
import { useMay } from '../../kit/session/useProfile'
import { Page } from '../../ui/layout/Page'
import { Stack } from '../../ui/layout/Stack'
import { useTranslation } from '../../words/useTranslation'
import { businessUserList } from './businessUserList'
import { DeleteBusinessUser } from './DeleteBusinessUser'
import { useBusinessMenu } from './useBusinessMenu'

const route = getRouteApi(paths.businessUsers)

export function BusinessUsers() {
  const { t } = useTranslation('staff')
  const search = route.useSearch()
  useTitle(t('business.title'))
  const mayDelete = useMay('manageTnbUsers', 'delete')
  const onSearch = useChangeSearch(route.useNavigate())
  const { data: cards } = useCall('GetUsersCards', {})
  const users = useList(businessUserList, { search, onSearch })
  useFocusBack(search)
  const menu = useBusinessMenu(onSearch)
  const user = users.rows.find(({ userId }) => userId === search.user)
  return (
    <Page title={t('business.title')} subtitle={t('business.lead')}>
      <Stack gap={6}>
        <PeopleFigures cards={cards} href={link('businessUsers')} />
        <List list={users} menu={menu} />
      </Stack>
      {search.open === 'remove' && mayDelete && user && (
        <DeleteBusinessUser user={user} onClose={() => onSearch({ open: undefined, user: undefined })} />
      )}
    </Page>
  )
}
