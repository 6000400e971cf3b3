/** A payment in the side panel: status, amounts and events. */
import { instantShown, numberShown, paymentMethod } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useAddRecent } from '~/kit/session/recent'
import { PanelActions, PanelPart } from '~/ui/overlay/PanelParts'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { Amounts } from '../Amounts'
import { History } from '../History'
import { PaymentStatus } from '../StatusBadges'
import { PaymentNextStep } from './PaymentNextStep'

export function PaymentPanel({ id }: { id: string }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const payment = useRead('GetPaymentDetails', { transactionNo: id, recordCount: 1 })
  const made = payment.transaction
  useAddRecent({ kind: 'payment', href: link('payment', { transactionNo: id }), label: id }, true)
  return (
    <>
      <PanelActions>
        <PaymentStatus status={made.status} audience="customer" />
      </PanelActions>
      <PaymentNextStep payment={payment} />
      <Amounts
        status={made.status}
        settlement={payment.settlement}
        paid={made.paidAmount}
        reconcileType={payment.reconcileType}
        reconcileAmount={payment.reconcileAmount}
        creditAccountNo={payment.creditAccountNo}
      />
      <PanelPart title={t('details.payment')}>
        <Description
          items={[
            { id: 'by', label: t('column.by'), value: made.requestedBy },
            { id: 'at', label: t('details.madeAt'), value: instantShown(made.paymentDate, language) },
            ...(made.takenOverAt
              ? [{ id: 'takenOver', label: t('details.takenOverAt'), value: instantShown(made.takenOverAt, language) }]
              : []),
            { id: 'method', label: t('column.method'), value: paymentMethod(made.paymentMethod, language).word },
            { id: 'bank', label: t('details.bank'), value: made.bankName },
            { id: 'invoices', label: t('details.invoices'), value: numberShown(made.totalInvoices) },
            { id: 'accounts', label: t('details.accounts'), value: numberShown(made.totalAccounts) },
          ]}
        />
      </PanelPart>
      <PanelPart title={t('history.label')}>
        <Boundary of={id} isPart>
          <Events transactionNo={id} />
        </Boundary>
      </PanelPart>
    </>
  )
}

const Events = ({ transactionNo }: { transactionNo: string }) => (
  <History entries={useRead('GetPaymentActivity', { transactionNo }).timeline} />
)
