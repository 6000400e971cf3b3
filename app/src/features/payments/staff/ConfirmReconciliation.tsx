/**
 * Asks for confirmation before a difference is claimed, showing both sums. A large difference is confirmed twice, because it may be
 * a typing error.
 */
import { useState } from 'react'
import { type AdminPaymentDetails, amountShown, type ReconcileAsked } from '~/core/core'
import { isLargeDifference, paidAmount } from '~/core/forms'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  head: AdminPaymentDetails['head']
  asked: ReconcileAsked
  /** The version that the dialogue was opened with. The server refuses it if the payment has a newer version. */
  version: number
  /** Set if a colleague decides while the dialogue is open. */
  whyNot: string | undefined
  onClose: () => void
  onDone: () => void
}

export function ConfirmReconciliation({ head, asked, version, whyNot, onClose, onDone }: Props) {
  const { t } = useTranslation('paymentsStaff')
  const language = useLanguage()
  const ask = useWrite('RequestReconciliation')
  const [isAgain, setIsAgain] = useState(false)
  const isShort = asked.reconcileType === 1
  const figures = {
    amount: amountShown(asked.reconcileAmount),
    paid: amountShown(paidAmount(head.billedAmount, asked, language).value),
    billed: amountShown(head.billedAmount),
    company: head.companyName,
  }
  const isLarge = isLargeDifference(head.billedAmount, asked.reconcileAmount)

  const send = () => ask.mutate({ eBulkPaymentID: head.eBulkPaymentID, version, ...asked }, { onSuccess: onDone })
  const common = {
    onClose,
    cancelLabel: t('reconcile.back'),
    isLoading: ask.isPending,
    isDisabled: whyNot !== undefined,
    why: whyNot,
  }
  const problem = ask.isError && <RefusalNotice error={ask.error} />
  return (
    <>
      <ConfirmDialog
        {...common}
        isOpen={!isAgain}
        onConfirm={() => (isLarge ? setIsAgain(true) : send())}
        title={t(isShort ? 'reconcile.confirmShort' : 'reconcile.confirmOver', figures)}
        confirmLabel={t(isShort ? 'reconcile.askShort' : 'reconcile.askOver', figures)}
      >
        {problem}
        <Description
          isTotalLast
          items={[
            { id: 'billed', label: t('reconcile.sumBilled'), value: figures.billed },
            { id: 'paid', label: t('reconcile.sumPaid'), value: figures.paid },
            { id: 'difference', label: t(isShort ? 'reconcile.sumShort' : 'reconcile.sumOver'), value: figures.amount },
          ]}
        />
        <p>{t(isShort ? 'reconcile.shortNext' : 'reconcile.overNext')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        {...common}
        isOpen={isAgain}
        onConfirm={send}
        tone="danger"
        title={t('reconcile.againTitle', figures)}
        confirmLabel={t('reconcile.again', figures)}
      >
        {problem}
        <p>{t('reconcile.againBody', figures)}</p>
      </ConfirmDialog>
    </>
  )
}
