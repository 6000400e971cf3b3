/** Asks before a bill on hold is chosen for payment, with the reason of the hold. */
import type { HoldCause } from '~/core/core'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  /** The bill to ask about; undefined while the dialogue is closed. */
  bill: { invoiceNo: string; hold: HoldCause | null } | undefined
  onChoose: () => void
  onClose: () => void
}

export function HoldQuestion({ bill, onChoose, onClose }: Props) {
  const { t } = useTranslation('paying')
  return (
    <ConfirmDialog
      isOpen={bill !== undefined}
      onClose={onClose}
      onConfirm={onChoose}
      title={t('hold.title', { invoiceNo: bill?.invoiceNo ?? '' })}
      confirmLabel={t('hold.choose')}
      cancelLabel={t('hold.leave')}
    >
      {bill?.hold && <p>{t(`hold.causes.${bill.hold}`)}</p>}
    </ConfirmDialog>
  )
}
