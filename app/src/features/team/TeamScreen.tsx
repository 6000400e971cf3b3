/** The users of a bulk account, for the Master and for staff: counts, and the list with its actions. */
import { type ReactNode, useCallback } from 'react'
import { type Code, sentence, type TeamMember } from '~/core/core'
import { messageOf } from '~/kit/call/api'
import { callQuery, useOptionalRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { List } from '~/kit/list/List'
import type { ChangeOf } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useDialogRow } from '~/kit/page/dialogRow'
import { PeopleFigures } from '~/kit/people/PeopleFigures'
import type { DialogSearch } from '~/kit/people/people'
import { useProfile } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { LimitReached } from './LimitReached'
import { isInvited, memberList } from './memberList'
import { RemoveMember } from './RemoveMember'
import { TransferMaster } from './TransferMaster'
import type { Team } from './team'

const AddMember = deferComponent(async () => (await import('./AddMember')).AddMember)
const EditMember = deferComponent(async () => (await import('./EditMember')).EditMember)

type Search = ReturnType<typeof memberList.read>

interface Props {
  team: Team
  title: string
  lead: string
  breadcrumbs?: { label: string; href?: string }[] | undefined
  /** Shown before the buttons of this screen. */
  actions?: ReactNode
  /** Tabs to the other pages of the bulk account. */
  tabs?: ReactNode
  search: Search
  onSearch: ChangeOf<Search>
}

export function TeamScreen({ team, title, lead, breadcrumbs, actions, tabs, search, onSearch }: Props) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const request = { id: team.bulkId }
  // Until the limit is loaded, the server refuses an invitation above it. The same dialogue then explains it.
  const cards = useOptionalRead('GetManageUsersCards', request)
  const members = useList(memberList, { search, onSearch, of: request })
  useFocusBack({ open: search.open, row: search.user })
  const isFull = cards !== undefined && cards.total >= cards.maxUserLimit
  const whyNotAdd = team.mayAdd ? undefined : sentence('forbidden', language)
  const whyNotTransfer = team.mayUpdate ? undefined : sentence('forbidden', language)

  return (
    <Page
      title={title}
      about={lead}
      breadcrumbs={breadcrumbs}
      actions={
        <>
          {actions}
          <Button onPress={() => onSearch({ open: 'transfer' }, true)} isDisabled={whyNotTransfer !== undefined} why={whyNotTransfer}>
            {t('transfer.action')}
          </Button>
          {/* When the limit is reached, the button explains how to make room. */}
          <Button
            mode="primary"
            onPress={() => onSearch({ open: isFull ? 'limit' : 'add' }, true)}
            isDisabled={whyNotAdd !== undefined}
            why={whyNotAdd}
          >
            {t('add.title')}
          </Button>
        </>
      }
    >
      {tabs}
      <Stack gap={3}>
        <PeopleFigures cards={callQuery('GetManageUsersCards', request)} hrefOf={team.hrefOf} />
        <List list={members} menu={useMemberMenu(team, onSearch)} />
      </Stack>
      <TeamDialog team={team} search={search} onSearch={onSearch} members={members.rows} limit={cards?.maxUserLimit} />
    </Page>
  )
}

interface DialogProps {
  team: Team
  search: DialogSearch
  onSearch: ChangeOf<DialogSearch>
  members: readonly TeamMember[]
  /** Maximum number of users in the bulk account. */
  limit: number | undefined
}

/** The dialogue that the address names. Nothing is shown if the user may not use it. */
function TeamDialog({ team, search: { open, user }, onSearch, members, limit }: DialogProps) {
  const language = useLanguage()
  const found = members.find(({ userId }) => userId === user)
  const member = useDialogRow(user, found)
  const close = () => onSearch({ open: undefined, user: undefined })
  if (open === 'add' && team.mayAdd) return <AddMember team={team} onClose={close} />
  if (open === 'limit' && team.mayAdd && limit !== undefined)
    return <LimitReached team={team} message={sentence('usersLimitReached', language, { limit })} onClose={close} />
  if (open === 'transfer' && team.mayUpdate)
    return <TransferMaster team={team} userId={user} onUser={(userId) => onSearch({ user: userId })} onClose={close} />
  if (open === 'edit' && member && team.mayUpdate) return <EditMember key={user} member={member} onClose={close} />
  if (open === 'remove' && member && team.mayDelete) return <RemoveMember member={member} onClose={close} />
  return null
}

/** The menu of a member. Actions that are not possible are disabled with a reason. */
function useMemberMenu(team: Team, onSearch: ChangeOf<DialogSearch>) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const { email: own } = useProfile()
  const { mutate: resend } = useWrite('ResendInvitation')
  const { mayUpdate, mayDelete } = team

  return useCallback(
    (member: TeamMember): MenuItem[] => {
      const isMaster = member.role === 'master'
      const isSelf = member.email === own
      const why = (...reasons: (Code | false)[]) => {
        const reason = reasons.find((one) => one !== false)
        return reason === undefined ? undefined : sentence(reason as Code, language)
      }
      const open = (dialog: DialogSearch['open']) => () => onSearch({ open: dialog, user: member.userId }, true)
      const resendInvitation = () =>
        resend(
          { userId: member.userId },
          {
            onSuccess: () => toasts.add({ title: t('resent.title'), body: t('resent.body', { email: member.email }) }),
            onError: (error) => toasts.add({ tone: 'bad', title: messageOf(error) }),
          },
        )
      return [
        { id: 'edit', label: t('row.edit'), onAction: open('edit'), whyNot: why(!mayUpdate && 'forbidden') },
        {
          id: 'resend',
          label: t('row.resend'),
          onAction: resendInvitation,
          whyNot: why(!mayUpdate && 'forbidden', !isInvited(member) && 'userIsNotInvited'),
        },
        {
          id: 'transfer',
          label: t('row.transfer'),
          onAction: open('transfer'),
          whyNot: why(
            !mayUpdate && 'forbidden',
            isSelf && 'userIsYourself',
            isMaster && 'userIsMaster',
            !member.isActivated && 'userNotActive',
          ),
        },
        {
          id: 'remove',
          label: isInvited(member) ? t('row.withdraw') : t('row.remove'),
          onAction: open('remove'),
          isDanger: true,
          startsGroup: true,
          whyNot: why(!mayDelete && 'forbidden', isSelf && 'userIsYourself', isMaster && 'userIsMaster'),
        },
      ]
    },
    [t, language, own, resend, mayUpdate, mayDelete, onSearch],
  )
}
