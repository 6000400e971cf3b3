/** The payments that include or included a bill. */
import { amountShown, type BillPayment, instantShown, paymentStatus } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import { Timeline } from '~/ui/text/Timeline'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

/** Expects the payments newest first. */
export function BillPayments({ payments }: { payments: readonly BillPayment[] }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  if (payments.length === 0) return <p>{t('details.noPayments')}</p>
  return (
    <Timeline
      label={t('details.payments')}
      items={payments.map(({ transactionNo, paymentDate, requestedBy, status, amount }) => {
        const { customerWord, tone } = paymentStatus(status, language)
        return {
          id: transactionNo,
          tone,
          title: t('details.payment', { amount: amountShown(amount), status: customerWord }),
          meta: t('details.paidBy', { name: requestedBy, when: instantShown(paymentDate, language) }),
          children: <Link href={link('payment', { transactionNo })}>{transactionNo}</Link>,
        }
      })}
    />
  )
}
