/** A payment with everything needed for a decision, next to the decision itself. The page follows the payment live. */

import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { amountShown, numberShown } from '../../../core/core'
import { link, paths } from '../../../core/links'
import { callFile } from '../../../kit/call/api'
import { useOptionalRead, useRead } from '../../../kit/call/read'
import { useDownload } from '../../../kit/call/useDownload'
import { ViewAs } from '../../../kit/company/ViewAs'
import { Boundary } from '../../../kit/page/Boundary'
import { Decision, ToDecision } from '../../../kit/page/Decision'
import styles from '../../../kit/page/Sides.module.css'
import { useLiveTitle } from '../../../kit/page/useTitle'
import { QueueNav } from '../../../kit/queue/QueueNav'
import { type Queue, useQueue } from '../../../kit/queue/useQueue'
import { useAddRecent } from '../../../kit/session/recent'
import { Button } from '../../../ui/button/Button'
import { Page } from '../../../ui/layout/Page'
import { Tabs } from '../../../ui/layout/Tabs'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import { History } from '../History'
import { InvoicesOfPayment } from '../InvoicesOfPayment'
import { staffInvoiceList } from '../invoiceList'
import { allPaymentList, pendingPaymentList } from '../paymentList'
import { PaymentStatus, statusWord } from '../StatusBadges'
import { tabsOf } from '../tabs'
import { DecisionPanel } from './DecisionPanel'
import { StaffFacts } from './StaffFacts'

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
    { screen: 'pendingPayments', list: pendingPaymentList, label: t('pending.title'), isQueue: () => true },
    { screen: 'allPayments', list: allPaymentList, label: t('all.title'), isQueue: () => false },
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
        <Tabs
          label={words('details.tabs')}
          current={tab}
          tabs={tabsOf('staffPayment', transactionNo, words, numberShown(payment.head.totalInvoices), from)}
        />
        {tab === 'details' && <StaffFacts payment={payment} />}
        {tab === 'invoices' && <InvoicesOfPayment list={staffInvoiceList} transactionNo={transactionNo} />}
        {tab === 'activity' && <History entries={payment.timeline} />}
      </div>
      <Decision label={t('decide.title')}>
        <DecisionPanel payment={payment} queue={queue} />
      </Decision>
    </div>
  )
}
