/** One payment with all that is needed to decide on it, and the decision beside it. It follows the payment live. */

import { getRouteApi } from '@tanstack/react-router'
import { amountShown, countShown } from '../../../core/core'
import { link, paths } from '../../../core/links'
import { useCall } from '../../../kit/call/useCall'
import { Loaded } from '../../../kit/page/Loaded'
import styles from '../../../kit/page/Sides.module.css'
import { useTitle } from '../../../kit/page/useTitle'
import { Page } from '../../../ui/layout/Page'
import { Tabs } from '../../../ui/layout/Tabs'
import { useTranslation } from '../../../words/useTranslation'
import { History } from '../History'
import { InvoicesOfPayment } from '../InvoicesOfPayment'
import { staffInvoiceList } from '../invoiceList'
import { PaymentStatus } from '../StatusBadges'
import { tabsOf } from '../tabs'
import { DecisionPanel } from './DecisionPanel'
import { StaffFacts } from './StaffFacts'

const route = getRouteApi(paths.staffPayment)

export function StaffPayment() {
  const { transactionNo } = route.useParams()
  // Another payment is another screen: nothing typed for the one before stays.
  return <Payment key={transactionNo} transactionNo={transactionNo} />
}

function Payment({ transactionNo }: { transactionNo: string }) {
  const { t } = useTranslation('paymentsStaff')
  const { t: words } = useTranslation('payments')
  const { tab = 'details' } = route.useSearch()
  const query = useCall('GetAdminPaymentDetails', { transactionNo, recordCount: 1 })
  const title = words('details.title', { transactionNo })
  useTitle(title)
  const head = query.data?.head
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: t('all.title'), href: link('allPayments') }]}
      status={head && <PaymentStatus status={head.status} audience="staff" />}
      subtitle={head && t('payment.lead', { amount: amountShown(head.billedAmount), company: head.companyName })}
    >
      <Loaded query={query}>
        {(payment) => (
          <div className={styles.sides}>
            <aside className={styles.decision} aria-label={t('decide.title')}>
              <DecisionPanel payment={payment} />
            </aside>
            <div className={styles.record}>
              <Tabs
                label={words('details.tabs')}
                current={tab}
                tabs={tabsOf(link('staffPayment', { transactionNo }), words, countShown(payment.head.totalInvoices))}
              />
              {tab === 'details' && <StaffFacts payment={payment} />}
              {tab === 'invoices' && <InvoicesOfPayment list={staffInvoiceList} transactionNo={transactionNo} />}
              {tab === 'activity' && <History entries={payment.timeline} />}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}
