/** What staff can do with somebody who registered; why not, where they cannot. */
import { useCallback } from 'react'
import { messageOf } from '../../api'
import { type BusinessUser, sentence } from '../../core'
import type { ChangeOf } from '../../kit/list/useChangeSearch'
import { toasts } from '../../ui/feedback/toastQueue'
import type { MenuItem } from '../../ui/overlay/Menu'
import { useChange } from '../../useChange'
import { useMay } from '../../useProfile'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { activities } from '../team/activities'
import type { DialogSearch } from '../team/people'
import { peopleOf } from './businessUserList'

export function useBusinessMenu(onSearch: ChangeOf<DialogSearch>) {
  const { t } = useTranslation('users')
  const language = useLanguage()
  const seesBulk = useMay('manageBulkAccounts', 'view')
  const mayUpdate = useMay('manageTnbUsers', 'update')
  const mayDelete = useMay('manageTnbUsers', 'delete')
  const { mutate: resend } = useChange('AdminSendNewActivationLink')
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
    [t, language, resend, seesBulk, mayUpdate, mayDelete, onSearch],
  )
}
