/** Explains a plan of several payments before it is reviewed. */
import { amountShown, numberShown, type PaymentPlan, paymentMethod } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

export function PlanNotice({ plan }: { plan: PaymentPlan | undefined }) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  const language = useLanguage()
  const first = plan?.payments[0]
  if (!plan || !first || plan.payments.length < 2) return null
  const count = plan.payments.length
  return (
    <Notice tone="progress" title={t('plan.several', { count, shown: numberShown(count) })}>
      {t('plan.first', {
        method: paymentMethod(plan.paymentMethod, language).word,
        amount: amountShown(first.totalAmount),
        bills: t('paying:bills', { count: first.invoiceNos.length, shown: numberShown(first.invoiceNos.length) }),
      })}
    </Notice>
  )
}
