/** Names the bills that cannot be paid and offers to leave them out. */
import { amountShown, type Money, numberShown, type RefusedInvoice, sentence } from '~/core/core'
import { useLeaveOut } from '~/kit/paying/useLeaveOut'
import { Button } from '~/ui/button/Button'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { InvoicesDialog } from './InvoicesDialog'

/** An unknown invoice has no amount. */
export type UnpayableInvoice = Omit<RefusedInvoice, 'amount'> & { amount: Money | undefined }

export function ExcludeDialog({ invoices, onClose }: { invoices: readonly UnpayableInvoice[]; onClose: () => void }) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const leaveOut = useLeaveOut()
  const count = invoices.length

  function exclude() {
    onClose()
    leaveOut(invoices, 'gone')
  }
  return (
    <InvoicesDialog
      onClose={onClose}
      title={t('exclude.title', { count, shown: numberShown(count) })}
      lead={t('exclude.body')}
      table={{
        head: [t('columns.why'), t('columns.amount')],
        isLastAmount: true,
        rows: invoices.map(({ invoiceNo, reason, amount }) => ({ invoiceNo, cells: [sentence(reason, language), amountShown(amount)] })),
      }}
      actions={
        <>
          <Button onPress={onClose}>{t('exclude.back')}</Button>
          <Button mode="primary" onPress={exclude}>
            {t('exclude.goOn', { count, shown: numberShown(count) })}
          </Button>
        </>
      }
    />
  )
}
