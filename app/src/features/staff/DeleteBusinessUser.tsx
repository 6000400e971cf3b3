/** Asks once more, with the address typed, before a user of a customer is deleted, which cannot be undone. */

import type { BusinessUser } from '../../core/core'
import { messageOf } from '../../kit/call/api'
import { useWrite } from '../../kit/call/write'
import { Notice } from '../../ui/feedback/Notice'
import { toasts } from '../../ui/feedback/toastQueue'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useTranslation } from '../../words/useTranslation'
import { businessName } from './businessUserList'

export function DeleteBusinessUser({ user, onClose }: { user: BusinessUser; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const remove = useWrite('DeleteUser')
  const who = businessName(user)
  function done() {
    onClose()
    toasts.add({ title: t('business.deleted', { who }) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ userId: user.userId }, { onSuccess: done })}
      title={t('business.deleteTitle', { who })}
      confirmLabel={t('business.confirm')}
      cancelLabel={t('business.keep')}
      tone="danger"
      typed={user.email}
      isLoading={remove.isPending}
    >
      {remove.isError && <Notice tone="bad" title={messageOf(remove.error)} isAnnounced />}
      <p>{t('business.deleteBody')}</p>
      {user.companyName && <p>{t('business.deleteOf', { company: user.companyName })}</p>}
      <p>{t('business.forGood')}</p>
    </ConfirmDialog>
  )
}
