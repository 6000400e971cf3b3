/** Everybody who registered, for the utility: who they are, to which customer they belong, and the way to its people. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type BusinessUser, dayAt, dayShown, instantShown } from '../../core'
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
import { standing } from '../team/peopleSearch'
import { menuColumn } from '../team/RowMenu'
import { useChangeSearch } from '../team/useChangeSearch'
import { businessName, companyColumn } from './businessUser'
import { DeleteBusinessUser } from './DeleteBusinessUser'
import { useBusinessMenu } from './useBusinessMenu'

const route = getRouteApi('/admin/manageTnbUsers')

export function BusinessUsers() {
  const { t } = useTranslation('users')
  const { t: team } = useTranslation('team')
  const language = useLanguage()
  const { now } = useProfile()
  const search = route.useSearch()
  useTitle(t('business.title'))
  const mayDelete = useMay('manageTnbUsers', 'delete')
  const seesBulk = useMay('manageBulkAccounts', 'view')
  const onSearch = useChangeSearch(route.useNavigate())
  const { data: cards } = useCall('GetUsersCards', {})
  const pages = usePages('GetUserTable', {
    count: 100,
    ...(search.search && { search: search.search }),
    ...standing(search.activity),
  })
  useFocusBack(search)
  const menuOf = useBusinessMenu(onSearch)
  const columns = useMemo(() => {
    const { who, role, activity, seen } = peopleColumns(team, language, now, (user: BusinessUser) => ({
      ...user,
      name: user.username,
      nickname: null,
      since: t('business.registered', { when: dayShown(dayAt(user.createdAt), language) }),
      sent: user.activationSentAt ? team('seen.sent', { when: instantShown(user.activationSentAt, language) }) : undefined,
    }))
    return [
      who,
      companyColumn(t, seesBulk),
      { ...role, width: 7 },
      activity,
      seen,
      menuColumn(team('column.actions'), businessName, menuOf),
    ]
  }, [t, team, language, now, menuOf, seesBulk])
  const user = pages.rows.find(({ userId }) => userId === search.user)
  return (
    <Page title={t('business.title')} subtitle={t('business.lead')}>
      <Stack gap={6}>
        <PeopleFigures cards={cards} href="/admin/manageTnbUsers" />
        <PeopleTable
          search={search}
          onSearch={onSearch}
          roles={[]}
          searchHint={t('business.searchHint')}
          pages={pages}
          columns={columns}
          whoOf={businessName}
          empty={{ title: t('business.nothing'), body: t('business.nothingHint') }}
        />
      </Stack>
      {search.open === 'remove' && mayDelete && user && (
        <DeleteBusinessUser user={user} onClose={() => onSearch({ open: undefined, user: undefined })} />
      )}
    </Page>
  )
}
