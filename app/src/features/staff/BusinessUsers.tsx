/** All registered users, for staff, with the actions on each and the open resets of second factors. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type BusinessUser, sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { messageOf } from '~/kit/call/api'
import { callQuery } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { useViewItem } from '~/kit/company/ViewAs'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
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
import { toasts } from '~/ui/feedback/toastQueue'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { businessName, businessUserList, peopleOf } from './businessUserList'
import { FactorResets, ProposeReset } from './FactorResets'

const route = getRouteApi(paths.businessUsers)

export function BusinessUsers() {
  const { t } = useTranslation('staff')
  const search = route.useSearch()
  useTitle(t('business.title'))
  const mayDelete = useMay('manageTnbUsers', 'delete')
  const [seesResets, mayReset] = [useMay('manageTnbAdmins', 'view'), useMay('manageTnbAdmins', 'update')]
  const onSearch = useChangeSearch(route.useNavigate())
  const users = useList(businessUserList, { search, onSearch })
  useFocusBack({ open: search.open, row: search.user })
  const menu = useBusinessMenu(onSearch)
  const close = () => onSearch({ open: undefined, user: undefined })
  const found = users.rows.find(({ userId }) => userId === search.user)
  const user = useDialogRow(search.user, found)
  return (
    <Page title={t('business.title')} about={t('business.lead')}>
      <Stack gap={3}>
        {seesResets && (
          <Boundary isPart waiting={null}>
            <FactorResets />
          </Boundary>
        )}
        <PeopleFigures cards={callQuery('GetUsersCards', {})} hrefOf={(activity) => link('businessUsers', { activity })} />
        <List list={users} menu={menu} />
      </Stack>
      {search.open === 'reset' && mayReset && user && <ProposeReset userId={user.userId} who={businessName(user)} onClose={close} />}
      {search.open === 'remove' && mayDelete && user && <DeleteBusinessUser user={user} onClose={close} />}
    </Page>
  )
}

/** Asks for confirmation and for the user's e-mail address, because this cannot be undone. */
function DeleteBusinessUser({ user, onClose }: { user: BusinessUser; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const remove = useWrite('DeleteUser')
  const who = businessName(user)
  function handleSuccess() {
    onClose()
    toasts.add({ title: t('business.deleted', { who }) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ userId: user.userId }, { onSuccess: handleSuccess })}
      title={t('business.deleteTitle', { who })}
      confirmLabel={t('business.confirm')}
      cancelLabel={t('business.keep')}
      tone="danger"
      typed={user.email}
      isLoading={remove.isPending}
    >
      {remove.isError && <RefusalNotice error={remove.error} />}
      <p>{t('business.deleteBody')}</p>
      {user.companyName && <p>{t('business.deleteOf', { company: user.companyName })}</p>}
      <p>{t('business.forGood')}</p>
    </ConfirmDialog>
  )
}

/** The menu of a registered user. Actions that are not possible are disabled with a reason. */
function useBusinessMenu(onSearch: ChangeOf<DialogSearch>) {
  const { t } = useTranslation('staff')
  const language = useLanguage()
  const seesBulk = useMay('manageBulkAccounts', 'view')
  const mayUpdate = useMay('manageTnbUsers', 'update')
  const mayDelete = useMay('manageTnbUsers', 'delete')
  const mayReset = useMay('manageTnbAdmins', 'update')
  const viewOf = useViewItem()
  const { mutate: resend } = useWrite('AdminSendNewActivationLink')
  return useCallback(
    (user: BusinessUser): MenuItem[] => {
      const forbidden = (may: boolean) => (may ? undefined : sentence('forbidden', language))
      const resendLink = () =>
        resend(
          { userId: user.userId },
          {
            onSuccess: () => toasts.add({ title: t('business.resent'), body: t('business.resentBody', { email: user.email }) }),
            onError: (error) => toasts.add({ tone: 'bad', title: messageOf(error) }),
          },
        )
      const toPeople = user.bulkId && seesBulk ? { href: peopleOf(user.bulkId) } : {}
      return [
        {
          id: 'people',
          label: t('business.people'),
          ...toPeople,
          whyNot: forbidden(seesBulk) ?? (user.bulkId ? undefined : t('business.noBulk')),
        },
        ...viewOf(user.bulkId),
        {
          id: 'resend',
          label: t('business.resend'),
          onAction: resendLink,
          whyNot: forbidden(mayUpdate) ?? (user.activity === activities.pending ? undefined : sentence('userIsNotInvited', language)),
        },
        {
          id: 'reset',
          label: t('resets.action'),
          onAction: () => onSearch({ open: 'reset', user: user.userId }, true),
          whyNot: forbidden(mayReset),
        },
        {
          id: 'remove',
          label: t('business.delete'),
          onAction: () => onSearch({ open: 'remove', user: user.userId }, true),
          isDanger: true,
          startsGroup: true,
          whyNot: forbidden(mayDelete) ?? (user.role === 'master' ? sentence('userIsMaster', language) : undefined),
        },
      ]
    },
    [t, language, resend, seesBulk, mayUpdate, mayDelete, mayReset, onSearch, viewOf],
  )
}
