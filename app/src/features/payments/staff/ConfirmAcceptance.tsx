/** Asks for confirmation before a payment is accepted: company, amount and consequences. */

import { type AdminPaymentDetails, amountShown, numberShown } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Notice } from '~/ui/feedback/Notice'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'
import { RepeatedReferences } from '../RepeatedReferences'
import { LastDecision } from './LastDecision'

interface Props {
  payment: AdminPaymentDetails
  isOpen: boolean
  /**
   * The payment when the dialogue opened. The server refuses an older version, and an acceptance that would now confirm a later
   * proposal. The dialogue says so before it is sent.
   */
  opened: Pick<AdminPaymentDetails['head'], 'version' | 'proposed'>
  /** Set if a colleague decides while the dialogue is open. The dialogue then says who and when. */
  whyNot: string | undefined
  onDecided: () => void
  onClose: () => void
}

export function ConfirmAcceptance({ payment, isOpen, opened, whyNot, onDecided, onClose }: Props) {
  const { t } = useTranslation('paymentsStaff')
  const accept = useWrite('PaymentAccept')
  const { head, excessiveAccount, latestReconcileRequest: asked } = payment
  const figures = {
    amount: amountShown(head.billedAmount),
    company: head.companyName,
    count: head.totalInvoices,
    shown: numberShown(head.totalInvoices),
  }
  // The first officer's acceptance is only a proposal. The payment is posted when a second officer confirms.
  const isProposal = head.needsSecondOfficer && !opened.proposed
  const isMoved = !accept.isPending && !accept.isSuccess && head.proposed?.at !== opened.proposed?.at
  const why = whyNot ?? (isMoved ? t('officers.moved') : undefined)

  function close() {
    accept.reset()
    onClose()
  }
  function done() {
    onDecided()
    close()
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      onConfirm={() =>
        accept.mutate(
          { eBulkPaymentID: head.eBulkPaymentID, version: opened.version, awaitsSecondOfficer: isProposal },
          { onSuccess: done },
        )
      }
      title={opened.proposed ? t('officers.confirmTitle', figures) : t('accept.title', figures)}
      confirmLabel={opened.proposed ? t('officers.confirm', figures) : t('accept.confirm', figures)}
      cancelLabel={why === undefined ? t('decide.notYet') : t('common:ui.close')}
      isLoading={accept.isPending}
      isDisabled={why !== undefined}
      why={why}
    >
      {whyNot !== undefined ? (
        <LastDecision payment={payment} />
      ) : (
        <>
          {isMoved && <Notice tone="warning" title={t('officers.moved')} isAnnounced />}
          {accept.isError && <RefusalNotice error={accept.error} />}
          {payment.repeatedReferences.length > 0 && (
            <Notice tone="warning" title={t('decide.repeated')}>
              <RepeatedReferences repeated={payment.repeatedReferences} audience="staff" />
              <p>{t('decide.repeatedBody')}</p>
            </Notice>
          )}
          {isProposal && <p>{t('officers.next')}</p>}
          <p>{t('accept.body', figures)}</p>
          {excessiveAccount && asked && (
            <p>{t('accept.credit', { amount: amountShown(asked.reconcileAmount), account: excessiveAccount })}</p>
          )}
          {!isProposal && <p>{t('decide.forGood')}</p>}
        </>
      )}
    </ConfirmDialog>
  )
}
