/** Asks for confirmation before a payment is accepted or declined: whose it is, how much, and what follows. */

import { type AdminPaymentDetails, amountShown, numberShown } from '../../../core/core'
import { messageOf } from '../../../kit/call/api'
import { useWrite } from '../../../kit/call/write'
import { Notice } from '../../../ui/feedback/Notice'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog'
import { useTranslation } from '../../../words/useTranslation'
import { RepeatedReferences } from '../RepeatedReferences'
import { LastDecision } from './LastDecision'

export type Decision = 'accept' | 'decline'

interface Props {
  payment: AdminPaymentDetails
  deciding: Decision | null
  /** Set when a colleague decides meanwhile; the dialogue then says who, and when. */
  whyNot: string | undefined
  onDecided: () => void
  onClose: () => void
}

export function ConfirmDecision({ payment, deciding, whyNot, onDecided, onClose }: Props) {
  const { t } = useTranslation('paymentsStaff')
  const accept = useWrite('PaymentAccept')
  const decline = useWrite('PaymentReject')
  const { head, excessiveAccount, latestReconcileRequest: asked } = payment
  const figures = {
    amount: amountShown(head.billedAmount),
    company: head.companyName,
    count: head.totalInvoices,
    shown: numberShown(head.totalInvoices),
  }
  const isDecline = deciding === 'decline'
  const act = isDecline ? decline : accept

  function close() {
    accept.reset()
    decline.reset()
    onClose()
  }

  function done() {
    onDecided()
    close()
  }

  return (
    <ConfirmDialog
      isOpen={deciding !== null}
      onClose={close}
      onConfirm={() => act.mutate({ eBulkPaymentID: head.eBulkPaymentID }, { onSuccess: done })}
      title={isDecline ? t('decline.title', figures) : t('accept.title', figures)}
      confirmLabel={isDecline ? t('decline.confirm', figures) : t('accept.confirm', figures)}
      cancelLabel={whyNot === undefined ? t('decide.notYet') : t('common:ui.close')}
      tone={isDecline ? 'danger' : 'primary'}
      isLoading={act.isPending}
      isDisabled={whyNot !== undefined}
      why={whyNot}
    >
      {whyNot !== undefined ? (
        <LastDecision payment={payment} />
      ) : (
        <>
          {act.isError && <Notice tone="bad" title={messageOf(act.error)} isAnnounced />}
          {!isDecline && payment.repeatedReferences.length > 0 && (
            <Notice tone="warning" title={t('decide.repeated')}>
              <RepeatedReferences repeated={payment.repeatedReferences} audience="staff" />
              <p>{t('decide.repeatedBody')}</p>
            </Notice>
          )}
          <p>{isDecline ? t('decline.body', figures) : t('accept.body', figures)}</p>
          {!isDecline && excessiveAccount && asked && (
            <p>{t('accept.credit', { amount: amountShown(asked.reconcileAmount), account: excessiveAccount })}</p>
          )}
          <p>{t('decide.forGood')}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
