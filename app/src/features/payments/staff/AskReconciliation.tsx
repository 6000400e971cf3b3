/** Staff enter the amount received. Core computes the difference, and the customer is asked to settle it. */
import { useCallback, useRef, useState } from 'react'
import { type AdminPaymentDetails, amountShown, type ReconcileAsked } from '~/core/core'
import { paidAmount, reconcile } from '~/core/forms'
import { LeaveGuard } from '~/kit/form/LeaveGuard'
import styles from '~/kit/page/Decision.module.css'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { AmountField } from '~/ui/form/AmountField'
import { Form } from '~/ui/form/Form'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { ConfirmReconciliation } from './ConfirmReconciliation'

interface Props {
  payment: AdminPaymentDetails
  isOpen: boolean
  whyNot: string | undefined
  onDecided: () => void
}

/** Every earlier reconciliation request. The same request cannot be made again. */
const earlierRounds = ({ insufficient, excessive }: AdminPaymentDetails): ReconcileAsked[] => [
  ...insufficient.map(({ amount }) => ({ reconcileType: 1, reconcileAmount: amount })),
  ...excessive.map(({ amount }) => ({ reconcileType: 2, reconcileAmount: amount })),
]

export function AskReconciliation({ payment, isOpen, whyNot, onDecided }: Props) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  const [paid, setPaid] = useState('')
  const [left, setLeft] = useState(false)
  /** The version and the difference that the dialogue was opened with; null while it is closed. */
  const [confirming, setConfirming] = useState<{ version: number; asked: ReconcileAsked } | null>(null)
  const isSent = useRef(false)
  const isUnsaved = useCallback(() => isOpen && paid.trim() !== '' && !isSent.current, [isOpen, paid])
  const { head, latestReconcileRequest: before } = payment
  const found = reconcile(head.billedAmount, paid, earlierRounds(payment), language)
  const asked = found.value
  const amount = amountShown(asked?.reconcileAmount)
  const problem = left ? found.error?.errorMessage : undefined

  function send() {
    setLeft(true)
    if (asked && whyNot === undefined) setConfirming({ version: head.version, asked })
  }
  function done() {
    isSent.current = true
    setConfirming(null)
    setPaid('')
    setLeft(false)
    onDecided()
  }

  return (
    <section>
      <h3 className={styles.title}>{t('reconcile.title')}</h3>
      <p className={styles.lead}>
        {before && isOpen
          ? t('reconcile.before', { paid: amountShown(paidAmount(head.billedAmount, before, language).value) })
          : t('reconcile.lead')}
      </p>
      <Form onSubmit={send} errors={problem ? [{ id: 'paid', message: problem }] : []} errorTitle={t('common:problem.summary')}>
        <AmountField
          id="paid"
          label={t('reconcile.paid')}
          hint={t('reconcile.billed', { amount: amountShown(head.billedAmount) })}
          currency="RM"
          value={paid}
          onChange={(text) => {
            setPaid(text)
            isSent.current = false
            setLeft(false)
          }}
          // Leaving the field empty shows no error. An error from submitting stays until the user types.
          onBlur={() => paid !== '' && setLeft(true)}
          error={problem}
        />
        <div role="status" className={styles.outcome}>
          {asked && (
            <Notice tone="warning" title={asked.reconcileType === 1 ? t('reconcile.short', { amount }) : t('reconcile.over', { amount })}>
              {asked.reconcileType === 1 ? t('reconcile.shortNext') : t('reconcile.overNext')}
            </Notice>
          )}
        </div>
        <Button type="submit" isWide isDisabled={whyNot !== undefined} why={whyNot}>
          {asked
            ? asked.reconcileType === 1
              ? t('reconcile.askShort', { amount })
              : t('reconcile.askOver', { amount })
            : t('reconcile.ask')}
        </Button>
      </Form>
      <LeaveGuard isUnsaved={isUnsaved} />
      {confirming && (
        <ConfirmReconciliation {...confirming} head={head} whyNot={whyNot} onClose={() => setConfirming(null)} onDone={done} />
      )}
    </section>
  )
}
