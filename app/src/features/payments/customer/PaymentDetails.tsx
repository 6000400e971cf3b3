/** A customer's payment: amounts, bills and events. The page follows the payment live. */

import { getRouteApi } from '@tanstack/react-router'
import { amountShown, dayAt, dayShown, instantShown, numberShown, type PaymentDetails as Payment, paymentMethod } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useLiveTitle } from '~/kit/page/useTitle'
import { useAddRecent } from '~/kit/session/recent'
import { Link } from '~/ui/button/Link'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Tabs } from '~/ui/layout/Tabs'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { Amounts } from '../Amounts'
import { History } from '../History'
import { InvoicesOfPayment } from '../InvoicesOfPayment'
import { invoiceList } from '../invoiceList'
import { References } from '../References'
import { FpxStatusBadge, PaymentStatus, statusWord } from '../StatusBadges'
import { tabsOf } from '../tabs'
import { DocumentActions } from './DocumentActions'
import { PaymentNextStep } from './PaymentNextStep'
import { RunOfPayment } from './run/PayRun'
import { useApprovals } from './run/useApprovals'

const route = getRouteApi(paths.payment)

export function PaymentDetails() {
  const { transactionNo } = route.useParams()
  // The key remounts the screen for another payment, so that state does not carry over.
  return <Details key={transactionNo} transactionNo={transactionNo} />
}

function Details({ transactionNo }: { transactionNo: string }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  // For the header only. The boundary below shows any error.
  const made = useOptionalRead('GetPaymentDetails', { transactionNo, recordCount: 1 })?.transaction
  const title = t('details.title', { transactionNo })
  useAddRecent({ kind: 'payment', href: link('payment', { transactionNo }), label: transactionNo }, made !== undefined)
  useLiveTitle(title, { of: 'GetPaymentDetails', state: made && statusWord(made.status, 'customer', language), name: transactionNo })
  return (
    <Page
      width="reading"
      title={title}
      breadcrumbs={[{ label: t('list.title'), href: link('payments') }]}
      status={made && <PaymentStatus status={made.status} audience="customer" />}
      subtitle={
        made &&
        t('details.lead', {
          amount: amountShown(made.transactionAmount),
          method: paymentMethod(made.paymentMethod, language).word,
          day: dayShown(dayAt(made.paymentDate), language),
        })
      }
      actions={made && <DocumentActions transaction={made} />}
    >
      <Boundary>
        <PaymentRecord transactionNo={transactionNo} />
      </Boundary>
    </Page>
  )
}

function PaymentRecord({ transactionNo }: { transactionNo: string }) {
  const { t } = useTranslation('payments')
  const { tab = 'details' } = route.useSearch()
  const payment = useRead('GetPaymentDetails', { transactionNo, recordCount: 1 })
  return (
    <Stack gap={6}>
      <RunOfPayment details={payment} on="payment" />
      <PaymentNextStep payment={payment} />
      <Stack gap={4}>
        <Tabs
          label={t('details.tabs')}
          current={tab}
          tabs={tabsOf('payment', transactionNo, t, numberShown(payment.transaction.totalInvoices))}
        />
        {tab === 'details' && <Facts payment={payment} />}
        {tab === 'invoices' && <InvoicesOfPayment list={invoiceList} transactionNo={transactionNo} />}
        {tab === 'activity' && (
          <Boundary isPart>
            <Activity transactionNo={transactionNo} />
          </Boundary>
        )}
      </Stack>
    </Stack>
  )
}

function Facts({ payment }: { payment: Payment }) {
  const { t } = useTranslation(['payments', 'paying'])
  const language = useLanguage()
  const { transaction: made, references, merchantTranId, fpxTransactionId, fpxStatus, bankTransactionDate, decidedAt, proposalId } = payment
  const approvals = useApprovals(proposalId)
  return (
    <Stack gap={5}>
      <Card title={t('details.amounts')}>
        <Amounts
          status={made.status}
          settlement={payment.settlement}
          paid={made.paidAmount}
          reconcileType={payment.reconcileType}
          reconcileAmount={payment.reconcileAmount}
          creditAccountNo={payment.creditAccountNo}
        />
      </Card>
      <Card title={t('details.payment')}>
        <Description
          columns={2}
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
            ...(made.paymentMethod === 'FPX'
              ? [
                  { id: 'order', label: t('details.order'), value: merchantTranId },
                  { id: 'fpx', label: t('details.fpx'), value: fpxTransactionId },
                  { id: 'fpxStatus', label: t('details.fpxStatus'), value: fpxStatus && <FpxStatusBadge status={fpxStatus} /> },
                  {
                    id: 'bankDate',
                    label: t('details.bankDate'),
                    value: bankTransactionDate && instantShown(bankTransactionDate, language),
                  },
                ]
              : []),
            ...(proposalId
              ? [
                  {
                    id: 'proposal',
                    label: t('details.proposal'),
                    value: <Link href={link('proposal', { proposalId })}>{proposalId}</Link>,
                  },
                  { id: 'approved', label: t('paying:run.approved'), value: approvals.join('; ') },
                ]
              : []),
            ...(made.groupNo
              ? [
                  {
                    id: 'group',
                    label: t('details.group'),
                    value: <Link href={link('paymentGroup', { groupNo: made.groupNo })}>{made.groupNo}</Link>,
                  },
                ]
              : []),
            ...(decidedAt ? [{ id: 'decided', label: t('details.decidedAt'), value: instantShown(decidedAt, language) }] : []),
          ]}
        />
      </Card>
      {made.paymentMethod !== 'FPX' && (
        <Card title={t('references.title')}>
          <References references={references} />
        </Card>
      )}
    </Stack>
  )
}

const Activity = ({ transactionNo }: { transactionNo: string }) => (
  <History entries={useRead('GetPaymentActivity', { transactionNo }).timeline} />
)
