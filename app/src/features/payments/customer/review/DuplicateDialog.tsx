/** Some invoices are in another payment already: which, made by whom, and when. */

import { countShown, type DuplicateInvoice, instantShown, paymentStatus, sentence } from '../../../../core/core'
import { link } from '../../../../core/links'
import styles from '../../../../kit/paying/Pay.module.css'
import { useChosen, without } from '../../../../kit/paying/selection'
import { Button } from '../../../../ui/button/Button'
import { LinkButton } from '../../../../ui/button/LinkButton'
import { StatusBadge } from '../../../../ui/feedback/StatusBadge'
import { Modal } from '../../../../ui/overlay/Modal'
import { useLanguage } from '../../../../words/useLanguage'
import { type Translate, useTranslation } from '../../../../words/useTranslation'
import { InvoiceTable } from './InvoiceTable'
import { useRechoose } from './useRechoose'

export function DuplicateDialog({ invoices, onClose }: { invoices: readonly DuplicateInvoice[]; onClose: () => void }) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const [bills] = useChosen()
  const rechoose = useRechoose()
  const payments = new Set(invoices.map(({ transactionNo }) => transactionNo))
  const [only] = payments
  const left = bills.size - invoices.length
  const isOwn = invoices.length > 0 && invoices.every((invoice) => invoice.isOwn)

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
      title={titleOf(invoices, t)}
      footer={
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
      <div className={styles.dialog}>
        <p>{isOwn ? t('duplicate.own') : sentence('duplicatePayment', language)}</p>
        {invoices.length > 0 && (
          <InvoiceTable
            head={[t('columns.payment'), t('columns.by'), t('columns.state')]}
            rows={invoices.map(({ invoiceNo, transactionNo, requestedBy, isOwn: byYou, requestedAt, status }) => {
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
            })}
          />
        )}
        {left > 0 && invoices.length > 0 && <p>{t('duplicate.left', { count: left, shown: countShown(left) })}</p>}
      </div>
    </Modal>
  )
}

/** Distinguishes the person's own payments from those of colleagues. */
function titleOf(invoices: readonly DuplicateInvoice[], t: Translate<'paymentsMaking'>): string {
  const count = { count: invoices.length, shown: countShown(invoices.length) }
  const own = invoices.filter(({ isOwn }) => isOwn).length
  if (invoices.length === 0) return t('duplicate.titleOfSome')
  if (own === 0) return t('duplicate.title', count)
  return own === invoices.length ? t('duplicate.titleOfOwn', count) : t('duplicate.titleOfBoth', count)
}
