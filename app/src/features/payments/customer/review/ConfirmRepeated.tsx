/** Asks for confirmation when another payment has one of the reference numbers. */
import { amountShown, type Money, type RepeatedReference } from '~/core/core'
import { RepeatedReferences } from '~/features/payments/RepeatedReferences'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  repeated: readonly RepeatedReference[]
  total: Money
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}

export function ConfirmRepeated({ repeated, total, ...dialog }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const { t: words } = useTranslation('payments')
  return (
    <ConfirmDialog
      {...dialog}
      title={t('repeated.title')}
      confirmLabel={t('repeated.confirm', { amount: amountShown(total) })}
      cancelLabel={t('repeated.back')}
    >
      <RepeatedReferences repeated={repeated} audience="customer" />
      <p>{words('references.repeatedBody')}</p>
    </ConfirmDialog>
  )
}
