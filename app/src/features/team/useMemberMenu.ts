/** The menu of a member. Actions that are not possible are disabled with a reason. */
import { useCallback } from 'react'
import { type Code, sentence, type TeamMember } from '../../core/core'
import { messageOf } from '../../kit/call/api'
import { useWrite } from '../../kit/call/write'
import type { ChangeOf } from '../../kit/list/useChangeSearch'
import type { DialogSearch } from '../../kit/people/people'
import { useProfile } from '../../kit/session/useProfile'
import { toasts } from '../../ui/feedback/toastQueue'
import type { MenuItem } from '../../ui/overlay/Menu'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { isInvited } from './memberList'
import type { Team } from './team'

export function useMemberMenu(team: Team, onSearch: ChangeOf<DialogSearch>) {
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
      const again = () =>
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
          onAction: again,
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
