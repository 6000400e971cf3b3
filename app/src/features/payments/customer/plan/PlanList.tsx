/** The payments of a plan in the review, in the order in which they are made. */
import { amountShown, numberShown, type PaymentPlan } from '~/core/core'
import styles from '~/kit/paying/Pay.module.css'
import { Card } from '~/ui/layout/Card'
import { useTranslation } from '~/words/useTranslation'

export function PlanList({ plan }: { plan: PaymentPlan | undefined }) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  if (!plan || plan.payments.length < 2) return null
  const count = plan.payments.length
  return (
    <Card title={t('plan.several', { count, shown: numberShown(count) })}>
      <ol className={styles.plan}>
        {plan.payments.map(({ invoiceNos, totalAmount }, place) => (
          <li key={invoiceNos[0]} className={styles.pair}>
            <span>
              {t('plan.line', {
                place: numberShown(place + 1),
                bills: t('paying:bills', { count: invoiceNos.length, shown: numberShown(invoiceNos.length) }),
              })}
            </span>
            <span>{amountShown(totalAmount)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.small}>{t('plan.after')}</p>
    </Card>
  )
}
