/** The last decision, with user and time. It follows the payment live. */
import { type AdminPaymentDetails, amountShown, instantShown } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useDecision } from './useDecision'

export function LastDecision({ payment }: { payment: AdminPaymentDetails }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const { last, whyNot } = useDecision(payment)
  if (!last) return <Notice isAnnounced title={whyNot} />
  return (
    <Notice isAnnounced title={t(`event.${last.event}`, { amount: amountShown(last.amount) })}>
      <p>{t('history.whoWhen', { who: last.by, when: instantShown(last.at, language) })}</p>
    </Notice>
  )
}
