/** Asks for confirmation before a user is removed or an invitation is withdrawn. Neither can be undone. */
import type { TeamMember } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { toasts } from '~/ui/feedback/toastQueue'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'
import { isInvited, memberName } from './memberList'

interface Props {
  member: TeamMember
  onClose: () => void
}

export function RemoveMember({ member, onClose }: Props) {
  const { t } = useTranslation('team')
  const remove = useWrite('DeleteBulkUser')
  const who = memberName(member)
  const isInvitation = isInvited(member)
  function handleSuccess() {
    onClose()
    toasts.add({ title: isInvitation ? t('remove.withdrawn', { who }) : t('remove.done', { who }) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ userId: member.userId }, { onSuccess: handleSuccess })}
      title={isInvitation ? t('remove.withdrawTitle', { who }) : t('remove.title', { who })}
      confirmLabel={isInvitation ? t('remove.withdraw') : t('remove.confirm')}
      cancelLabel={t('remove.keep')}
      tone="danger"
      isLoading={remove.isPending}
    >
      {remove.isError && <RefusalNotice error={remove.error} />}
      <p>{isInvitation ? t('remove.withdrawBody') : t('remove.body')}</p>
      <p>{isInvitation ? t('remove.withdrawForGood') : t('remove.forGood')}</p>
    </ConfirmDialog>
  )
}
