/** Some invoices are already in another payment: shows which payment, who made it and when. */

import { type DuplicateInvoice, instantShown, numberShown, paymentStatus, sentence } from '~/core/core'
import { link } from '~/core/links'
import { useChosen } from '~/kit/paying/selection'
import { useLeaveOut } from '~/kit/paying/useLeaveOut'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { useLanguage } from '~/words/useLanguage'
import { type Translate, useTranslation } from '~/words/useTranslation'
import { InvoicesDialog } from './InvoicesDialog'

export function DuplicateDialog({ invoices, onClose }: { invoices: readonly DuplicateInvoice[]; onClose: () => void }) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const [bills] = useChosen()
  const leaveOut = useLeaveOut()
  const payments = new Set(invoices.map(({ transactionNo }) => transactionNo))
  const [only] = payments
  const left = bills.size - invoices.length
  const isOwn = invoices.length > 0 && invoices.every((invoice) => invoice.isOwn)

  function goOn() {
    onClose()
    leaveOut(invoices, 'billInPayment')
  }
  return (
    <InvoicesDialog
      onClose={onClose}
      title={titleOf(invoices, t)}
      lead={isOwn ? t('duplicate.own') : sentence('duplicatePayment', language)}
      table={{
        head: [t('columns.payment'), t('columns.by'), t('columns.state')],
        rows: invoices.map(({ invoiceNo, transactionNo, requestedBy, isOwn: byYou, requestedAt, status }) => {
          const { customerWord, tone } = paymentStatus(status, language)
          return {
            invoiceNo,
            cells: [
              transactionNo,
              byYou
                ? t('duplicate.byYouAt', { when: instantShown(requestedAt, language) })
                : t('duplicate.byAt', { name: requestedBy, when: instantShown(requestedAt, language) }),
              <StatusBadge key="state" tone={tone}>
                {customerWord}
              </StatusBadge>,
            ],
          }
        }),
      }}
      actions={
        <>
          <LinkButton href={only !== undefined && payments.size === 1 ? link('payment', { transactionNo: only }) : link('payments')}>
            {t('duplicate.view')}
          </LinkButton>
          <LinkButton href={link('batches')}>{t('duplicate.select')}</LinkButton>
          {invoices.length > 0 && (
            <Button mode="primary" onPress={goOn}>
              {left > 0 ? t('duplicate.goOn') : t('duplicate.takeOut')}
            </Button>
          )}
        </>
      }
    >
      {left > 0 && invoices.length > 0 && <p>{t('duplicate.left', { count: left, shown: numberShown(left) })}</p>}
    </InvoicesDialog>
  )
}

/** Distinguishes the user's own payments from colleagues' payments. */
function titleOf(invoices: readonly DuplicateInvoice[], t: Translate<'paymentsMaking'>): string {
  const count = { count: invoices.length, shown: numberShown(invoices.length) }
  const own = invoices.filter(({ isOwn }) => isOwn).length
  if (invoices.length === 0) return t('duplicate.titleOfSome')
  if (own === 0) return t('duplicate.title', count)
  return own === invoices.length ? t('duplicate.titleOfOwn', count) : t('duplicate.titleOfBoth', count)
}
