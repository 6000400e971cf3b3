/** The record of a payment: company, amounts, reference numbers and reconciliation. */

import { type AdminPaymentDetails, countShown, type Event, instantShown, numberShown, paymentMethod } from '../../../core/core'
import { link } from '../../../core/links'
import { useMay } from '../../../kit/session/useProfile'
import { LinkButton } from '../../../ui/button/LinkButton'
import { Notice } from '../../../ui/feedback/Notice'
import { Card } from '../../../ui/layout/Card'
import { Stack } from '../../../ui/layout/Stack'
import { Description } from '../../../ui/text/Description'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import { Amounts } from '../Amounts'
import { History } from '../History'
import { References } from '../References'
import { FpxStatusBadge } from '../StatusBadges'

/** Events of a reconciliation: the submission, the request, and the customer's answer. */
const reconciling = new Set<Event>(['submitted', 'insufficientRequested', 'overpaymentRequested', 'differencePaid', 'creditChosen'])

export function StaffFacts({ payment }: { payment: AdminPaymentDetails }) {
  const { t } = useTranslation('paymentsStaff')
  const { t: words } = useTranslation('payments')
  const language = useLanguage()
  const mayQuery = useMay('fpxManualRequery', 'view')
  const { head, timeline, excessiveAccount, latestReconcileRequest: asked } = payment
  const reconciled = timeline.filter(({ event }) => reconciling.has(event))
  const isFpx = head.paymentMethod === 'FPX'
  return (
    <Stack gap={5}>
      {head.reason && (
        <Notice tone="bad" title={head.reason}>
          {head.remark && <p>{t('decline.toldCustomer', { remark: head.remark })}</p>}
        </Notice>
      )}
      <Card title={words('details.amounts')}>
        <Amounts
          status={head.status}
          settlement={head.settlement}
          paid={head.paidAmount}
          reconcileType={asked?.reconcileType ?? null}
          reconcileAmount={asked?.reconcileAmount ?? null}
          creditAccountNo={excessiveAccount}
        />
      </Card>
      {isFpx ? (
        head.merchantTranId &&
        mayQuery && (
          <div>
            <LinkButton href={link('gatewayQuery', { merchantTranId: head.merchantTranId })}>{t('payment.toGateway')}</LinkButton>
          </div>
        )
      ) : (
        <Card title={words('references.title')}>
          <References references={payment.references} />
        </Card>
      )}
      <Card title={words('details.payment')}>
        <Description
          columns={2}
          items={[
            { id: 'company', label: words('column.company'), value: head.companyName },
            { id: 'bulk', label: t('payment.bulk'), value: head.bulkId },
            { id: 'no', label: words('column.transaction'), value: head.transactionNo },
            { id: 'by', label: words('column.by'), value: head.requestedBy },
            { id: 'at', label: words('details.madeAt'), value: instantShown(head.requestedAt, language) },
            { id: 'method', label: words('column.method'), value: paymentMethod(head.paymentMethod, language).word },
            { id: 'bank', label: words('details.bank'), value: head.bankName },
            { id: 'invoices', label: words('details.invoices'), value: countShown(head.totalInvoices) },
            { id: 'accounts', label: words('details.accounts'), value: countShown(head.totalAccounts) },
            { id: 'version', label: t('payment.version'), value: numberShown(head.version) },
            ...(isFpx
              ? [
                  { id: 'order', label: words('details.order'), value: head.merchantTranId },
                  { id: 'fpx', label: words('details.fpx'), value: head.fpxTransactionId },
                  {
                    id: 'fpxStatus',
                    label: words('details.fpxStatus'),
                    value: head.fpxStatus && <FpxStatusBadge status={head.fpxStatus} />,
                  },
                  {
                    id: 'bankDate',
                    label: words('details.bankDate'),
                    value: head.bankTransactionDate && instantShown(head.bankTransactionDate, language),
                  },
                ]
              : []),
            ...(head.decidedAt
              ? [
                  { id: 'decision', label: t('payment.decision'), value: head.approved ? t('payment.accepted') : t('payment.declined') },
                  { id: 'decidedBy', label: t('payment.decidedBy'), value: head.decidedBy },
                  { id: 'decidedAt', label: words('details.decidedAt'), value: instantShown(head.decidedAt, language) },
                ]
              : []),
            { id: 'id', label: t('payment.id'), value: head.eBulkPaymentID },
          ]}
        />
      </Card>
      {asked && (
        <Card title={t('payment.reconciliation')}>
          <History entries={reconciled} />
        </Card>
      )}
    </Stack>
  )
}
