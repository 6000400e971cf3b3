/** What was billed, what came, and the difference that is asked for. */

import { amountShown, type PaymentDetails } from '../../../core/core'
import { Card } from '../../../ui/layout/Card'
import { Description } from '../../../ui/text/Description'
import { useTranslation } from '../../../words/useTranslation'

export function DifferenceAsked({ payment }: { payment: PaymentDetails }) {
  const { t } = useTranslation('payments')
  return (
    <Card>
      <Description
        isTotalLast
        items={[
          { id: 'billed', label: t('amounts.billed'), value: amountShown(payment.transaction.transactionAmount) },
          { id: 'paid', label: t('amounts.received'), value: amountShown(payment.transaction.paidAmount) },
          { id: 'difference', label: t('difference.toPay'), value: amountShown(payment.reconcileAmount) },
        ]}
      />
    </Card>
  )
}
