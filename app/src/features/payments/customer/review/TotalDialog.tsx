/** The total has changed since the review: shows the changed bills and the new total. */

import { amountShown, type RefusedInvoice, sentence } from '~/core/core'
import styles from '~/kit/paying/Pay.module.css'
import { type ChosenBills, useChosen } from '~/kit/paying/selection'
import { Button } from '~/ui/button/Button'
import { Modal } from '~/ui/overlay/Modal'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { InvoiceTable } from './InvoiceTable'

interface Props {
  /** Every bill with its current amount. */
  invoices: readonly RefusedInvoice[]
  /** Formatted amounts, as the server returns them. */
  seen: string
  total: string
  onClose: () => void
}

export function TotalDialog({ invoices, seen, total, onClose }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const [bills, setBills] = useChosen()
  const changed = invoices.filter(({ invoiceNo, amount }) => bills.get(invoiceNo)?.amount !== amount)

  function reviewAgain() {
    onClose()
    setBills(repriced(bills, changed))
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="large"
      role="alertdialog"
      title={t('changed.title', { total })}
      footer={
        <Button mode="primary" onPress={reviewAgain}>
          {t('changed.goOn', { total })}
        </Button>
      }
    >
      <div className={styles.dialog}>
        <p>{sentence('totalChanged', language, { total, seen })}</p>
        <InvoiceTable
          head={[t('columns.before'), t('columns.now')]}
          isLastAmount
          rows={changed.map(({ invoiceNo, amount }) => ({
            invoiceNo,
            cells: [amountShown(bills.get(invoiceNo)?.amount), amountShown(amount)],
          }))}
        />
      </div>
    </Modal>
  )
}

function repriced(bills: ChosenBills, changed: readonly RefusedInvoice[]): ChosenBills {
  const next = new Map(bills)
  for (const { invoiceNo, amount } of changed) {
    const chosen = next.get(invoiceNo)
    if (chosen) next.set(invoiceNo, { ...chosen, amount })
  }
  return next
}
