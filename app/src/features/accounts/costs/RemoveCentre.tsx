/** Dialogue that removes a cost centre. One that codings use cannot be removed; the dialogue says by how many. */
import { type CostCentre, numberShown } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { toasts } from '~/ui/feedback/toastQueue'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  bulkId: string
  centre: CostCentre
  onClose: () => void
}

export function RemoveCentre({ bulkId, centre: { code, codedAccounts, codedGroups }, onClose }: Props) {
  const { t } = useTranslation('costs')
  const remove = useWrite('RemoveCostCentre')
  const isUsed = codedAccounts > 0 || codedGroups > 0
  const used = t('remove.used', { accounts: numberShown(codedAccounts), groups: numberShown(codedGroups) })
  function done() {
    onClose()
    toasts.add({ title: t('remove.done', { code }) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: bulkId, code }, { onSuccess: done })}
      title={t('remove.title', { code })}
      confirmLabel={t('remove.confirm')}
      cancelLabel={t('remove.keep')}
      tone="danger"
      isLoading={remove.isPending}
      isDisabled={isUsed}
      why={isUsed ? used : undefined}
    >
      {remove.isError && <RefusalNotice error={remove.error} />}
      <p>{isUsed ? used : t('remove.body')}</p>
    </ConfirmDialog>
  )
}
