/** What was billed, what came, and what becomes of the difference. */

import { type AccountNo, amountShown, type Money, type Status } from '../../core'
import { Description } from '../../ui/Description'
import { useTranslation } from '../../words/useTranslation'

interface Props {
  status: Status
  billed: Money
  paid: Money | null
  reconcileType: number | null
  reconcileAmount: Money | null
  creditAccountNo: AccountNo | null
}

export function Amounts({ status, billed, paid, reconcileType, reconcileAmount, creditAccountNo }: Props) {
  const { t } = useTranslation('payments')
  // Past waiting for it (8), the difference of a short payment has been sent.
  const isSent = reconcileType === 1 && status !== 8
  const difference = reconcileType === 2 ? t('amounts.over') : isSent ? t('amounts.sent') : t('amounts.short')
  return (
    <Description
      items={[
        { id: 'billed', label: t('amounts.billed'), value: amountShown(billed) },
        ...(reconcileAmount
          ? [
              { id: 'paid', label: isSent ? t('amounts.receivedFirst') : t('amounts.received'), value: amountShown(paid) },
              { id: 'difference', label: difference, value: amountShown(reconcileAmount) },
            ]
          : []),
        ...(reconcileType === 2 ? [{ id: 'credit', label: t('amounts.credit'), value: creditAccountNo ?? t('amounts.creditOpen') }] : []),
      ]}
    />
  )
}
