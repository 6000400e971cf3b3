/** Dialogue that removes an accounting profile. One with exports cannot be removed; the dialogue says why. */
import { useNavigate } from '@tanstack/react-router'
import type { AccountingProfile } from '~/core/core'
import { paths } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useBulkId } from '~/kit/session/useProfile'
import { toasts } from '~/ui/feedback/toastQueue'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'

export function RemoveProfile({ profile, onClose }: { profile: AccountingProfile; onClose: () => void }) {
  const { t } = useTranslation('accounting')
  const id = useBulkId()
  const navigate = useNavigate()
  const remove = useWrite('RemoveAccountingProfile')
  const { profileId, version, runs, draft } = profile
  const { name } = draft
  const isUsed = runs > 0
  function done() {
    onClose()
    toasts.add({ title: t('remove.done', { name }) })
    void navigate({ to: paths.accounting, replace: true })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ id, profileId, version }, { onSuccess: done })}
      title={t('remove.title', { name })}
      confirmLabel={t('remove.confirm')}
      cancelLabel={t('remove.keep')}
      tone="danger"
      isLoading={remove.isPending}
      isDisabled={isUsed}
      why={isUsed ? t('remove.used') : undefined}
    >
      {remove.isError && <RefusalNotice error={remove.error} />}
      <p>{t(isUsed ? 'remove.used' : 'remove.body')}</p>
    </ConfirmDialog>
  )
}
