/** Says why a bill that is in no payment cannot be paid in the portal, what is left to pay of it, and which bill contains which. */
import { amountShown, type BillDetails, billRest } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'

export function ClosedNotice({ details }: { details: BillDetails }) {
  const { t } = useTranslation('bills')
  const { bill, carries, carriedTo } = details
  const { closed, settledAmount, totalAmountPayable } = bill
  const rest = amountShown(billRest(totalAmountPayable, settledAmount))
  return (
    <>
      {closed !== null && (
        <Notice
          tone={closed === 'paidElsewhere' ? 'good' : 'neutral'}
          title={t(`closed.${closed}`, { settled: amountShown(settledAmount), amount: amountShown(totalAmountPayable) })}
        >
          {closed === 'partlyPaid' && t('closed.partlyPaidHow', { rest })}
          {closed === 'reportedPaid' && t('closed.reportedPaidHow')}
          {closed === 'carried' && carriedTo && <InvoiceLink invoiceNo={carriedTo} text={t('closed.carriedHow', { number: carriedTo })} />}
        </Notice>
      )}
      {carries.map(({ invoiceNo, amount }) => (
        <Notice key={invoiceNo} title={t('closed.contains', { amount: amountShown(amount), number: invoiceNo })}>
          <InvoiceLink invoiceNo={invoiceNo} text={t('closed.containsHow')} />
        </Notice>
      ))}
    </>
  )
}

function InvoiceLink({ invoiceNo, text }: { invoiceNo: string; text: string }) {
  return <Link href={link('bill', { invoiceNo })}>{text}</Link>
}
