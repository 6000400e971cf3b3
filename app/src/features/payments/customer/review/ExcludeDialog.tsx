/** Names the bills that cannot be paid and offers to leave them out. */

import { amountShown, countShown, type RefusedInvoice, sentence } from '../../../../core/core'
import styles from '../../../../kit/paying/Pay.module.css'
import { useChosen, without } from '../../../../kit/paying/selection'
import { Button } from '../../../../ui/button/Button'
import { Modal } from '../../../../ui/overlay/Modal'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import { InvoiceTable } from './InvoiceTable'
import { useRechoose } from './useRechoose'

export function ExcludeDialog({ invoices, onClose }: { invoices: readonly RefusedInvoice[]; onClose: () => void }) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const [bills] = useChosen()
  const rechoose = useRechoose()
  const count = invoices.length

  function exclude() {
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
      title={t('exclude.title', { count, shown: countShown(count) })}
      footer={
        <>
          <Button onPress={onClose}>{t('exclude.back')}</Button>
          <Button mode="primary" onPress={exclude}>
            {t('exclude.goOn', { count, shown: countShown(count) })}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <p>{t('exclude.body')}</p>
        <InvoiceTable
          head={[t('columns.why'), t('columns.amount')]}
          isLastAmount
          rows={invoices.map(({ invoiceNo, reason, amount }) => ({ invoiceNo, cells: [sentence(reason, language), amountShown(amount)] }))}
        />
      </div>
    </Modal>
  )
}
