/** The utility's own people: counted, listed, added, changed, deleted. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { instantShown, type StaffUser, sentence } from '../../core'
import { Button } from '../../ui/Button'
import { Page } from '../../ui/Page'
import { Stack } from '../../ui/Stack'
import { useCall, usePages } from '../../useCall'
import { useFocusBack } from '../../useFocusBack'
import { useMay, useProfile } from '../../useProfile'
import { useTitle } from '../../useTitle'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { PeopleFigures } from '../team/PeopleFigures'
import { PeopleTable } from '../team/PeopleTable'
import { peopleColumns } from '../team/people'
import { asked, staffRoles } from '../team/peopleSearch'
import { menuColumn } from '../team/RowMenu'
import { useChangeSearch } from '../team/useChangeSearch'
import { DeleteStaffUser } from './DeleteStaffUser'
import { AddStaffUser, EditStaffUser } from './StaffUserDialogs'
import { staffName } from './staffUser'
import { useStaffMenu } from './useStaffMenu'

const route = getRouteApi('/admin/manageTnbAdmins')
const href = '/admin/manageTnbAdmins'

export function StaffUsers() {
  const { t } = useTranslation('users')
  const { t: team } = useTranslation('team')
  const language = useLanguage()
  const { now } = useProfile()
  const search = route.useSearch()
  useTitle(t('admins.title'))
  const [mayAdd, mayUpdate, mayDelete] = [
    useMay('manageTnbAdmins', 'add'),
    useMay('manageTnbAdmins', 'update'),
    useMay('manageTnbAdmins', 'delete'),
  ]
  const onSearch = useChangeSearch(route.useNavigate())
  const { data: cards } = useCall('GetTNBUsersCards', {})
  const pages = usePages('GetTNBUsersTable', { filter: asked(search) })
  useFocusBack(search)
  const menuOf = useStaffMenu(onSearch, mayUpdate, mayDelete)
  const columns = useMemo(() => {
    const { who, role, activity, seen } = peopleColumns(team, language, now, (user: StaffUser) => ({
      ...user,
      name: user.username,
      email: user.emailAddress,
      sent: user.activationSentAt ? team('seen.sent', { when: instantShown(user.activationSentAt, language) }) : undefined,
    }))
    return [who, role, activity, seen, menuColumn(team('column.actions'), staffName, menuOf)]
  }, [team, language, now, menuOf])

  const close = () => onSearch({ open: undefined, user: undefined })
  const user = pages.rows.find(({ userId }) => userId === search.user)
  const forbidden = sentence('forbidden', language)
  return (
    <Page
      title={t('admins.title')}
      subtitle={t('admins.lead')}
      actions={
        <Button mode="primary" onPress={() => onSearch({ open: 'add' }, true)} isDisabled={!mayAdd} why={forbidden}>
          {t('admins.add')}
        </Button>
      }
    >
      <Stack gap={6}>
        <PeopleFigures cards={cards} href={href} />
        <PeopleTable
          search={search}
          onSearch={onSearch}
          roles={staffRoles}
          pages={pages}
          columns={columns}
          whoOf={staffName}
          empty={{ title: t('admins.nothing'), body: t('admins.nothingHint') }}
        />
      </Stack>
      {search.open === 'add' && mayAdd && <AddStaffUser onClose={close} />}
      {search.open === 'edit' && mayUpdate && user && <EditStaffUser key={user.userId} user={user} onClose={close} />}
      {search.open === 'remove' && mayDelete && user && <DeleteStaffUser user={user} onClose={close} />}
    </Page>
  )
}
