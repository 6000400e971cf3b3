/** The staff users: counts, list, and the actions to add, change and delete. */

import { getRouteApi } from '@tanstack/react-router'
import { sentence } from '../../core/core'
import { link, paths } from '../../core/links'
import { callQuery } from '../../kit/call/read'
import { List } from '../../kit/list/List'
import { useChangeSearch } from '../../kit/list/useChangeSearch'
import { useList } from '../../kit/list/useList'
import { Boundary } from '../../kit/page/Boundary'
import { useDialogRow } from '../../kit/page/dialogRow'
import { useFocusBack } from '../../kit/page/useFocusBack'
import { useTitle } from '../../kit/page/useTitle'
import { PeopleFigures } from '../../kit/people/PeopleFigures'
import { useMay } from '../../kit/session/useProfile'
import { Button } from '../../ui/button/Button'
import { Page } from '../../ui/layout/Page'
import { Stack } from '../../ui/layout/Stack'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { StaffProposals } from './StaffProposals'
import { AddStaffUser, DeleteStaffUser, EditStaffUser } from './StaffUserDialogs'
import { staffUserList } from './staffUserList'
import { useStaffMenu } from './useStaffMenu'

const route = getRouteApi(paths.staffUsers)

export function StaffUsers() {
  const { t } = useTranslation('staff')
  const language = useLanguage()
  const search = route.useSearch()
  useTitle(t('admins.title'))
  const [mayAdd, mayUpdate, mayDelete] = [
    useMay('manageTnbAdmins', 'add'),
    useMay('manageTnbAdmins', 'update'),
    useMay('manageTnbAdmins', 'delete'),
  ]
  const onSearch = useChangeSearch(route.useNavigate())
  const users = useList(staffUserList, { search, onSearch })
  useFocusBack(search)
  const menu = useStaffMenu(onSearch, mayUpdate, mayDelete)

  const close = () => onSearch({ open: undefined, user: undefined })
  const found = users.rows.find(({ userId }) => userId === search.user)
  const user = useDialogRow(search.user, found)
  const forbidden = sentence('forbidden', language)
  return (
    <Page
      title={t('admins.title')}
      about={t('admins.lead')}
      actions={
        <Button mode="primary" onPress={() => onSearch({ open: 'add' }, true)} isDisabled={!mayAdd} why={forbidden}>
          {t('admins.add')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Boundary isPart waiting={null}>
          <StaffProposals mayDecide={mayUpdate} forbidden={forbidden} />
        </Boundary>
        <PeopleFigures cards={callQuery('GetTNBUsersCards', {})} hrefOf={(activity) => link('staffUsers', { activity })} />
        <List list={users} menu={menu} />
      </Stack>
      {search.open === 'add' && mayAdd && <AddStaffUser onClose={close} />}
      {search.open === 'edit' && mayUpdate && user && <EditStaffUser key={user.userId} user={user} onClose={close} />}
      {search.open === 'remove' && mayDelete && user && <DeleteStaffUser user={user} onClose={close} />}
    </Page>
  )
}
