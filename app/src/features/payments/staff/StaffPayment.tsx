/** A payment with everything needed for a decision, next to the decision itself. The page follows the payment live. */
import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type AdminPaymentDetails, amountShown, type Event, instantShown, numberShown, paymentMethod } from '~/core/core'
import { link, paths } from '~/core/links'
import { callFile } from '~/kit/call/api'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { useDownload } from '~/kit/call/useDownload'
import { ViewAs } from '~/kit/company/ViewAs'
import { Boundary } from '~/kit/page/Boundary'
import { Decision, ToDecision } from '~/kit/page/Decision'
import styles from '~/kit/page/Sides.module.css'
import { useLiveTitle } from '~/kit/page/useTitle'
import { QueueNav } from '~/kit/queue/QueueNav'
import { type Queue, useQueue } from '~/kit/queue/useQueue'
import { useAddRecent } from '~/kit/session/recent'
import { useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
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
import { staffInvoiceList } from '../invoiceList'
import { allPaymentList, pendingPaymentList } from '../paymentList'
import { References } from '../References'
import { FpxStatusBadge, PaymentStatus, statusWord } from '../StatusBadges'
import { tabsOf } from '../tabs'
import { DecisionPanel } from './DecisionPanel'

const route = getRouteApi(paths.staffPayment)

export function StaffPayment() {
  const { transactionNo } = route.useParams()
  // The key remounts the screen for another payment, so that entries do not carry over.
  return <Payment key={transactionNo} transactionNo={transactionNo} />
}

function Payment({ transactionNo }: { transactionNo: string }) {
  const { t } = useTranslation('paymentsStaff')
  const { t: words } = useTranslation('payments')
  const language = useLanguage()
  // For the header only. The boundary below shows any error.
  const head = useOptionalRead('GetAdminPaymentDetails', { transactionNo, recordCount: 1 })?.head
  const title = words('details.title', { transactionNo })
  const href = link('staffPayment', { transactionNo })
  useAddRecent({ kind: 'payment', href, label: transactionNo, description: head?.companyName }, head !== undefined)
  useLiveTitle(title, { of: 'GetAdminPaymentDetails', state: head && statusWord(head.status, 'staff', language), name: transactionNo })
  const queue = useQueue(route.useSearch().queue, transactionNo, [
    { href: link('pendingPayments'), list: pendingPaymentList, label: t('pending.title'), isQueue: () => true },
    { href: link('allPayments'), list: allPaymentList, label: t('all.title'), isQueue: () => false },
  ])
  const from = queue ?? { label: t('all.title'), href: link('allPayments') }
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: from.label, href: from.href }]}
      actions={
        <>
          {head && <ToDecision />}
          {head && <ViewAs bulkId={head.bulkId} />}
          <ReportButton transactionNo={transactionNo} />
          <QueueNav queue={queue} />
        </>
      }
      status={head && <PaymentStatus status={head.status} audience="staff" />}
      subtitle={head && t('payment.lead', { amount: amountShown(head.billedAmount), company: head.companyName })}
    >
      <Boundary>
        <PaymentRecord transactionNo={transactionNo} queue={queue} />
      </Boundary>
    </Page>
  )
}

/** Downloads the payment with its invoices as a workbook. */
function ReportButton({ transactionNo }: { transactionNo: string }) {
  const { t } = useTranslation('downloads')
  const { mutate, isPending } = useDownload(() => callFile('GetAdminPaymentDetailsExcel', { transactionNo }))
  return (
    <Button icon={<Download />} isLoading={isPending} onPress={() => mutate(undefined)}>
      {t('report')}
    </Button>
  )
}

function PaymentRecord({ transactionNo, queue }: { transactionNo: string; queue: Queue | undefined }) {
  const { t } = useTranslation('paymentsStaff')
  const { t: words } = useTranslation('payments')
  const { tab = 'details', queue: from } = route.useSearch()
  const payment = useRead('GetAdminPaymentDetails', { transactionNo, recordCount: 1 })
  return (
    <div className={styles.sides}>
      <div className={styles.record}>
        <Stack gap={4}>
          <Tabs
            label={words('details.tabs')}
            current={tab}
            tabs={tabsOf('staffPayment', transactionNo, words, numberShown(payment.head.totalInvoices), from)}
          />
          {tab === 'details' && <StaffFacts payment={payment} />}
          {tab === 'invoices' && <InvoicesOfPayment list={staffInvoiceList} transactionNo={transactionNo} />}
          {tab === 'activity' && <History entries={payment.timeline} />}
        </Stack>
      </div>
      <Decision label={t('decide.title')}>
        <DecisionPanel payment={payment} queue={queue} />
      </Decision>
    </div>
  )
}

/** Events of a reconciliation: the submission, the request, and the customer's answer. */
const reconciling = new Set<Event>(['submitted', 'insufficientRequested', 'overpaymentRequested', 'differencePaid', 'creditChosen'])

/** The record of a payment: company, amounts, reference numbers and reconciliation. */
function StaffFacts({ payment }: { payment: AdminPaymentDetails }) {
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
            { id: 'invoices', label: words('details.invoices'), value: numberShown(head.totalInvoices) },
            { id: 'accounts', label: words('details.accounts'), value: numberShown(head.totalAccounts) },
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
