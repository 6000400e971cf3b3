/** The menu of a registered user. Actions that are not possible are disabled with a reason. */
import { useCallback } from 'react'
import { type BusinessUser, sentence } from '../../core/core'
import { messageOf } from '../../kit/call/api'
import { useWrite } from '../../kit/call/write'
import { useViewItem } from '../../kit/company/ViewAs'
import type { ChangeOf } from '../../kit/list/useChangeSearch'
import { activities } from '../../kit/people/activities'
import type { DialogSearch } from '../../kit/people/people'
import { useMay } from '../../kit/session/useProfile'
import { toasts } from '../../ui/feedback/toastQueue'
import type { MenuItem } from '../../ui/overlay/Menu'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { peopleOf } from './businessUserList'

export function useBusinessMenu(onSearch: ChangeOf<DialogSearch>) {
  const { t } = useTranslation('staff')
  const language = useLanguage()
  const seesBulk = useMay('manageBulkAccounts', 'view')
  const mayUpdate = useMay('manageTnbUsers', 'update')
  const mayDelete = useMay('manageTnbUsers', 'delete')
  const viewOf = useViewItem()
  const { mutate: resend } = useWrite('AdminSendNewActivationLink')
  return useCallback(
    (user: BusinessUser): MenuItem[] => {
      const forbidden = (may: boolean) => (may ? undefined : sentence('forbidden', language))
      const again = () =>
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
          onAction: again,
          whyNot: forbidden(mayUpdate) ?? (user.activity === activities.pending ? undefined : sentence('userIsNotInvited', language)),
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
    [t, language, resend, seesBulk, mayUpdate, mayDelete, onSearch, viewOf],
  )
}
