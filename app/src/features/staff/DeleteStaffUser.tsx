/** Asks once more before one of the utility's people is deleted, which cannot be undone. */

import type { StaffUser } from '../../core/core'
import { messageOf } from '../../kit/call/api'
import { useWrite } from '../../kit/call/write'
import { Notice } from '../../ui/feedback/Notice'
import { toasts } from '../../ui/feedback/toastQueue'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useTranslation } from '../../words/useTranslation'
import { staffName } from './staffUser'

export function DeleteStaffUser({ user, onClose }: { user: StaffUser; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const remove = useWrite('DeleteTNBUser')
  const who = staffName(user)
  function done() {
    onClose()
    toasts.add({ title: t('admins.deleted', { who }) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ userId: user.userId }, { onSuccess: done })}
      title={t('admins.deleteTitle', { who })}
      confirmLabel={t('admins.confirm')}
      cancelLabel={t('business.keep')}
      tone="danger"
      isLoading={remove.isPending}
    >
      {remove.isError && <Notice tone="bad" title={messageOf(remove.error)} isAnnounced />}
      <p>{t('admins.deleteBody')}</p>
      <p>{t('admins.forGood')}</p>
    </ConfirmDialog>
  )
}
