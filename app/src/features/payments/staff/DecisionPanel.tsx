/** Accepts or declines a payment, or asks for reconciliation. When a colleague decides first, it says who and when; what was typed stays. */
import { useState } from 'react'
import { type AdminPaymentDetails, amountShown } from '../../../core/core'
import styles from '../../../kit/page/Decision.module.css'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/feedback/Notice'
import { Card } from '../../../ui/layout/Card'
import { Stack } from '../../../ui/layout/Stack'
import { useTranslation } from '../../../words/useTranslation'
import { RepeatedReferences } from '../RepeatedReferences'
import { AskReconciliation } from './AskReconciliation'
import { ConfirmDecision, type Decision } from './ConfirmDecision'
import { LastDecision } from './LastDecision'
import { useDecision } from './useDecision'

export function DecisionPanel({ payment }: { payment: AdminPaymentDetails }) {
  const { t } = useTranslation('paymentsStaff')
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const { head } = payment
  const { isOpen, whyNot } = useDecision(payment)
  const isFpx = head.paymentMethod === 'FPX'
  return (
    <Card title={t('decide.title')}>
      <Stack gap={5}>
        <DecisionState payment={payment} />
        {isOpen && payment.repeatedReferences.length > 0 && <Repeated payment={payment} />}
        {!isFpx && (
          <>
            <Stack gap={3}>
              <Button
                mode="primary"
                size="large"
                isWide
                onPress={() => setDeciding('accept')}
                isDisabled={whyNot !== undefined}
                why={whyNot}
              >
                {t('decide.accept', { amount: amountShown(head.billedAmount) })}
              </Button>
              <Button size="large" isWide onPress={() => setDeciding('decline')} isDisabled={whyNot !== undefined} why={whyNot}>
                {t('decide.decline')}
              </Button>
            </Stack>
            <div className={styles.other}>
              <AskReconciliation payment={payment} isOpen={isOpen} whyNot={whyNot} />
            </div>
            <ConfirmDecision payment={payment} deciding={deciding} whyNot={whyNot} onClose={() => setDeciding(null)} />
          </>
        )}
      </Stack>
    </Card>
  )
}

/** Warns of reference numbers that other payments have too: the same money may be counted twice. */
function Repeated({ payment }: { payment: AdminPaymentDetails }) {
  const { t } = useTranslation('paymentsStaff')
  return (
    <Notice tone="warning" title={t('decide.repeated')}>
      <RepeatedReferences repeated={payment.repeatedReferences} audience="staff" />
      <p>{t('decide.repeatedBody')}</p>
    </Notice>
  )
}

/** Whether the payment can be decided on, or what was decided. */
function DecisionState({ payment }: { payment: AdminPaymentDetails }) {
  const { t } = useTranslation('paymentsStaff')
  const { isOpen, mayDecide, whyNot } = useDecision(payment)
  if (payment.head.paymentMethod === 'FPX') return <p className={styles.quiet}>{t('decide.fpx')}</p>
  if (isOpen && mayDecide) return <p className={styles.quiet}>{t('decide.compare')}</p>
  if (isOpen) return <Notice title={whyNot} />
  return <LastDecision payment={payment} />
}
