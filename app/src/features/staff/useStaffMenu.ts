/** The menu of a staff user. Actions that are not possible are disabled with a reason. Users cannot delete themselves. */
import { useCallback } from 'react'
import { type Code, type StaffUser, sentence } from '../../core/core'
import { messageOf } from '../../kit/call/api'
import { useWrite } from '../../kit/call/write'
import type { ChangeOf } from '../../kit/list/useChangeSearch'
import { activities } from '../../kit/people/activities'
import type { DialogSearch } from '../../kit/people/people'
import { toasts } from '../../ui/feedback/toastQueue'
import type { MenuItem } from '../../ui/overlay/Menu'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'

export function useStaffMenu(onSearch: ChangeOf<DialogSearch>, mayUpdate: boolean, mayDelete: boolean) {
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
      const again = () =>
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
          onAction: again,
          whyNot: why(!mayUpdate && 'forbidden', user.activity !== activities.pending && 'userIsNotInvited'),
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
