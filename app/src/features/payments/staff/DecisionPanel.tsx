/** Accepts or declines a payment, or asks for reconciliation. When a colleague decides first, it says who and when; what was typed stays. */
import { useState } from 'react'
import { type AdminPaymentDetails, amountShown } from '../../../core/core'
import styles from '../../../kit/page/Decision.module.css'
import { QueueNext } from '../../../kit/queue/QueueNext'
import type { Queue } from '../../../kit/queue/useQueue'
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

interface Props {
  payment: AdminPaymentDetails
  queue: Queue | undefined
}

export function DecisionPanel({ payment, queue }: Props) {
  const { t } = useTranslation('paymentsStaff')
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const [isDecidedHere, setDecidedHere] = useState(false)
  const { head } = payment
  const { isOpen, whyNot } = useDecision(payment)
  const isFpx = head.paymentMethod === 'FPX'
  const decided = () => setDecidedHere(true)
  return (
    <Card title={t('decide.title')} isInLandmark>
      <Stack gap={5}>
        <DecisionState payment={payment} />
        {isOpen && payment.repeatedReferences.length > 0 && <Repeated payment={payment} />}
        {isOpen && (
          <Stack gap={3}>
            <Button mode="primary" size="large" isWide onPress={() => setDeciding('accept')} isDisabled={whyNot !== undefined} why={whyNot}>
              {t('decide.accept', { amount: amountShown(head.billedAmount) })}
            </Button>
            <Button size="large" isWide onPress={() => setDeciding('decline')} isDisabled={whyNot !== undefined} why={whyNot}>
              {t('decide.decline')}
            </Button>
          </Stack>
        )}
        {!isOpen && <QueueNext queue={queue} isFocused={isDecidedHere} />}
        {!isFpx && (
          <>
            {/* Hidden and not gone: a dialogue of it that is open says what a colleague decided meanwhile. */}
            <div className={styles.other} hidden={!isOpen}>
              <AskReconciliation payment={payment} isOpen={isOpen} whyNot={whyNot} onDecided={decided} />
            </div>
            <ConfirmDecision payment={payment} deciding={deciding} whyNot={whyNot} onDecided={decided} onClose={() => setDeciding(null)} />
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
