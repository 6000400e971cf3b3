/** A colleague paid some of it first: which invoices, who, and when. */

import { countShown, type DuplicateInvoice, instantShown, paymentStatus, sentence } from '../../core'
import { Button } from '../../ui/Button'
import { LinkButton } from '../../ui/LinkButton'
import { Modal } from '../../ui/Modal'
import { StatusBadge } from '../../ui/StatusBadge'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { InvoiceTable } from './InvoiceTable'
import styles from './Pay.module.css'
import { useChosen, without } from './selection'
import { useRechoose } from './useRechoose'

export function DuplicateDialog({ invoices, onClose }: { invoices: readonly DuplicateInvoice[]; onClose: () => void }) {
  const { t } = useTranslation('pay')
  const language = useLanguage()
  const [bills] = useChosen()
  const rechoose = useRechoose()
  const payments = new Set(invoices.map(({ transactionNo }) => transactionNo))
  const [only] = payments
  const left = bills.size - invoices.length

  function goOn() {
    onClose()
    rechoose(
      without(
        bills,
        invoices.map(({ invoiceNo }) => invoiceNo),
      ),
    )
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      size="large"
      role="alertdialog"
      title={
        invoices.length > 0
          ? t('duplicate.title', { count: invoices.length, shown: countShown(invoices.length) })
          : t('duplicate.titleOfSome')
      }
      footer={
        <>
          <LinkButton href={payments.size === 1 ? `/billPayment/transactions/${only}` : '/billPayment/transactions'}>
            {t('duplicate.view')}
          </LinkButton>
          {invoices.length > 0 && (
            <Button mode="primary" onPress={goOn}>
              {left > 0 ? t('duplicate.goOn') : t('duplicate.takeOut')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.dialog}>
        <p>{sentence('duplicatePayment', language)}</p>
        {invoices.length > 0 && (
          <InvoiceTable
            head={[t('columns.payment'), t('columns.by'), t('columns.state')]}
            rows={invoices.map(({ invoiceNo, transactionNo, requestedBy, requestedAt, status }) => {
              const { customerWord, tone } = paymentStatus(status, language)
              return {
                invoiceNo,
                cells: [
                  transactionNo,
                  t('duplicate.byAt', { name: requestedBy, when: instantShown(requestedAt, language) }),
                  <StatusBadge key="state" tone={tone}>
                    {customerWord}
                  </StatusBadge>,
                ],
              }
            })}
          />
        )}
        {left > 0 && invoices.length > 0 && <p>{t('duplicate.left', { count: left, shown: countShown(left) })}</p>}
      </div>
    </Modal>
  )
}
