/** The staff users: open proposals and resets, counts, and the list with its actions. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Code, type StaffUser, sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { messageOf } from '~/kit/call/api'
import { callQuery } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { List } from '~/kit/list/List'
import { type ChangeOf, useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useDialogRow } from '~/kit/page/dialogRow'
import { useTitle } from '~/kit/page/useTitle'
import { activities } from '~/kit/people/activities'
import { PeopleFigures } from '~/kit/people/PeopleFigures'
import type { DialogSearch } from '~/kit/people/people'
import { useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { FactorResets, ProposeReset } from './FactorResets'
import { StaffProposals } from './StaffProposals'
import { staffName, staffUserList } from './staffUserList'

const AddStaffUser = deferComponent(async () => (await import('./StaffUserDialogs')).AddStaffUser)
const DeleteStaffUser = deferComponent(async () => (await import('./StaffUserDialogs')).DeleteStaffUser)
const EditStaffUser = deferComponent(async () => (await import('./StaffUserDialogs')).EditStaffUser)

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
  useFocusBack({ open: search.open, row: search.user })
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
        <Boundary isPart waiting={null}>
          <FactorResets />
        </Boundary>
        <PeopleFigures cards={callQuery('GetTNBUsersCards', {})} hrefOf={(activity) => link('staffUsers', { activity })} />
        <List list={users} menu={menu} />
      </Stack>
      {search.open === 'add' && mayAdd && <AddStaffUser onClose={close} />}
      {search.open === 'edit' && mayUpdate && user && <EditStaffUser key={user.userId} user={user} onClose={close} />}
      {search.open === 'reset' && mayUpdate && user && <ProposeReset userId={user.userId} who={staffName(user)} onClose={close} />}
      {search.open === 'remove' && mayDelete && user && <DeleteStaffUser user={user} onClose={close} />}
    </Page>
  )
}

/** The menu of a staff user. Actions that are not possible are disabled with a reason. Users cannot delete themselves. */
function useStaffMenu(onSearch: ChangeOf<DialogSearch>, mayUpdate: boolean, mayDelete: boolean) {
  const { t } = useTranslation(['staff', 'team'])
  const language = useLanguage()
  const { mutate: resend } = useWrite('ResendActivationTNBUser')
  return useCallback(
    (user: StaffUser): MenuItem[] => {
      const why = (...reasons: (Code | false)[]) => {
        const reason = reasons.find((one) => one !== false)
        return reason === undefined ? undefined : sentence(reason as Code, language)
      }
      const open = (dialog: DialogSearch['open']) => () => onSearch({ open: dialog, user: user.userId }, true)
      const resendLink = () =>
        resend(
          { userId: user.userId },
          {
            onSuccess: () => toasts.add({ title: t('admins.resent'), body: t('business.resentBody', { email: user.emailAddress }) }),
            onError: (error) => toasts.add({ tone: 'bad', title: messageOf(error) }),
          },
        )
      return [
        { id: 'edit', label: t('team:row.edit'), onAction: open('edit'), whyNot: why(!mayUpdate && 'forbidden') },
        {
          id: 'resend',
          label: t('admins.resend'),
          onAction: resendLink,
          whyNot: why(!mayUpdate && 'forbidden', user.activity !== activities.pending && 'userIsNotInvited'),
        },
        {
          id: 'reset',
          label: t('resets.action'),
          onAction: open('reset'),
          whyNot: why(!mayUpdate && 'forbidden', user.isSelf && 'userIsYourself'),
        },
        {
          id: 'remove',
          label: t('admins.delete'),
          onAction: open('remove'),
          isDanger: true,
          startsGroup: true,
          whyNot: why(!mayDelete && 'forbidden', user.isSelf && 'userIsYourself'),
        },
      ]
    },
    [t, language, resend, mayUpdate, mayDelete, onSearch],
  )
}
