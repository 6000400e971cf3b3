/** Says why a bill that is in no payment cannot be paid in the portal, and what is left to pay of it. */
import { amountShown, type BillDetails, billRest } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'

export function ClosedNotice({ details: { bill } }: { details: BillDetails }) {
  const { t } = useTranslation('bills')
  const { closed, settledAmount, totalAmountPayable } = bill
  if (closed === null) return null
  const rest = amountShown(billRest(totalAmountPayable, settledAmount))
  return (
    <Notice tone={closed === 'paidElsewhere' ? 'good' : 'neutral'} title={t(`closed.${closed}`, { settled: amountShown(settledAmount) })}>
      {closed === 'partlyPaid' && t('closed.partlyPaidHow', { rest })}
      {closed === 'reportedPaid' && t('closed.reportedPaidHow')}
    </Notice>
  )
}
