/** The amounts billed and received, and the difference. */

import { type AccountNo, amountShown, type Money, paymentStatuses, type Settlement, type Status } from '~/core/core'
import { Description } from '~/ui/text/Description'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  status: Status
  settlement: Settlement
  /** The first amount received, if it differs from the amount billed. */
  paid: Money | null
  reconcileType: number | null
  reconcileAmount: Money | null
  creditAccountNo: AccountNo | null
}

export function Amounts({ status, settlement, paid, reconcileType, reconcileAmount, creditAccountNo }: Props) {
  const { t } = useTranslation('payments')
  const { billed, received, missing, excess } = settlement
  // If a short payment has left this status, the customer has submitted the difference.
  const isSubmitted = reconcileType === 1 && status !== paymentStatuses.insufficientPending
  const isAccepted = status === paymentStatuses.processing || status === paymentStatuses.paid
  return (
    <Description
      items={[
        { id: 'billed', label: t('amounts.billed'), value: amountShown(billed) },
        ...(isSubmitted
          ? [
              { id: 'first', label: t('amounts.receivedFirst'), value: amountShown(paid) },
              { id: 'submitted', label: t('amounts.sent'), value: amountShown(reconcileAmount) },
            ]
          : []),
        ...(received && (isAccepted || !isSubmitted)
          ? [{ id: 'received', label: t(isSubmitted ? 'amounts.whole' : 'amounts.received'), value: amountShown(received) }]
          : []),
        ...(missing ? [{ id: 'missing', label: t('amounts.short'), value: amountShown(missing) }] : []),
        ...(excess
          ? [
              { id: 'excess', label: t('amounts.over'), value: amountShown(excess) },
              { id: 'credit', label: t('amounts.credit'), value: creditAccountNo ?? t('amounts.creditOpen') },
            ]
          : []),
      ]}
    />
  )
}
