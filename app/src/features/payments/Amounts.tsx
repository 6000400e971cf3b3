/** What was billed, what came, and what becomes of the difference. */

import { type AccountNo, amountShown, type Money } from '../../core'
import { Description } from '../../ui/Description'
import { useTranslation } from '../../words/useTranslation'

interface Props {
  billed: Money
  paid: Money | null
  reconcileType: number | null
  reconcileAmount: Money | null
  creditAccountNo: AccountNo | null
}

export function Amounts({ billed, paid, reconcileType, reconcileAmount, creditAccountNo }: Props) {
  const { t } = useTranslation('payments')
  const difference = reconcileType === 1 ? t('amounts.short') : t('amounts.over')
  return (
    <Description
      items={[
        { id: 'billed', label: t('amounts.billed'), value: amountShown(billed) },
        ...(reconcileAmount
          ? [
              { id: 'paid', label: t('amounts.received'), value: amountShown(paid) },
              { id: 'difference', label: difference, value: amountShown(reconcileAmount) },
            ]
          : []),
        ...(reconcileType === 2 ? [{ id: 'credit', label: t('amounts.credit'), value: creditAccountNo ?? t('amounts.creditOpen') }] : []),
      ]}
    />
  )
}
