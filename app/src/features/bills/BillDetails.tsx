/** One bill: its query, its findings and details, the payments that include it, and the actions to pay it. */
import { getRouteApi } from '@tanstack/react-router'
import { amountShown, billState, instantShown, numberShown, paymentStatusName } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import styles from '~/kit/page/Cards.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { useAddRecent } from '~/kit/session/recent'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { deferComponent } from '~/ui/base/deferred'
import { Link } from '~/ui/button/Link'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { Timeline } from '~/ui/text/Timeline'
import { withWords } from '~/words/store'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { BankingApp } from './bill/BankingApp'
import { DownloadThis, PayThis } from './bill/BillActions'
import { BillPayments } from './bill/BillPayments'
import { BillSettlements } from './bill/BillSettlements'
import { Charges } from './bill/Charges'
import { ClosedNotice } from './bill/ClosedNotice'
import { EInvoice } from './bill/EInvoice'
import { HoldNotice } from './bill/HoldNotice'
import { Readings } from './bill/Readings'
import { UseByBill } from './bill/UseByBill'
import { amountItems, billItems, readingItems } from './billItems'
import { BillFindings } from './findings/BillFindings'
import { PayBar } from './paying/PayBar'
import { AskButton, AskForRejection } from './queries/AskButton'
import { BillQueries } from './queries/BillQueries'

// The chart loads after the page is usable.
const Daily = deferComponent(withWords(['cost'], async () => (await import('./DailyCard')).DailyCard))

const route = getRouteApi(paths.bill)

export function BillDetails() {
  const { invoiceNo } = route.useParams()
  // The key remounts the screen for another bill, so that state does not carry over.
  return <OneBill key={invoiceNo} invoiceNo={invoiceNo} />
}

function OneBill({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const today = useToday()
  // For the header only. The boundary below shows any error.
  const details = useOptionalRead('GetBillDetails', { invoiceNo })
  const state = details && billState(details.bill, today, language)
  const title = t('details.title', { invoiceNo })
  useTitle(title)
  useAddRecent(
    { kind: 'bill', href: link('bill', { invoiceNo }), label: invoiceNo, description: details?.bill.accountNo },
    details !== undefined,
  )
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: t('title'), href: link('batches') },
        details && paymentStatusName(details.bill.status) === 'paid'
          ? { label: t('tabs.history'), href: link('billHistory') }
          : { label: t('tabs.outstanding'), href: link('outstandingBills') },
      ]}
      width="reading"
      subtitle={
        details &&
        [amountShown(details.bill.totalAmountPayable), details.bill.accountNo, details.bill.referenceId, details.premisesAddress]
          .filter(Boolean)
          .join(' · ')
      }
      status={state && <StatusBadge tone={state.tone}>{state.word}</StatusBadge>}
      actions={
        details && (
          <>
            <DownloadThis details={details} />
            <AskButton invoiceNo={invoiceNo} />
            <PayThis details={details} />
          </>
        )
      }
    >
      <Boundary isPage waiting={<Skeleton height="24rem" shape="box" />}>
        <Cards invoiceNo={invoiceNo} />
      </Boundary>
    </Page>
  )
}

function Cards({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const details = useRead('GetBillDetails', { invoiceNo })
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: { query: search.query }, replace: true, resetScroll: false })
  return (
    <Stack gap={4}>
      <HoldNotice details={details} />
      <ClosedNotice details={details} />
      <Boundary isPart of={invoiceNo} waiting={null}>
        <BillQueries details={details} search={search} onClose={close} />
      </Boundary>
      <Boundary isPart of={invoiceNo} waiting={<Skeleton height="5rem" shape="box" />}>
        <BillFindings invoiceNo={invoiceNo} />
      </Boundary>
      <div className={styles.cards}>
        <div className={styles.column}>
          <Card title={t('details.amounts')}>
            <Description items={amountItems(t, language, details)} isTotalLast />
          </Card>
          <Card title={t('details.charges')}>
            <Charges details={details} />
          </Card>
          <Card title={t('details.bill')}>
            <Description items={billItems(t, language, details)} />
          </Card>
        </div>
        <div className={styles.column}>
          <Card title={t('details.payments')}>
            <Stack gap={3}>
              {(details.payments.length > 0 || details.bill.settledAmount === '0.00') && <BillPayments payments={details.payments} />}
              <Boundary isPart of={invoiceNo} waiting={null}>
                <BillSettlements invoiceNo={invoiceNo} />
              </Boundary>
            </Stack>
          </Card>
          <Card title={t('details.reading')}>
            <Description items={readingItems(t, language, details)} />
            <Readings details={details} />
          </Card>
          {details.bankingApp && (
            <Card title={t('bankingApp.title')}>
              <BankingApp bankingApp={details.bankingApp} />
            </Card>
          )}
          {details.eInvoice && (
            <Card title={t('eInvoice.title')}>
              <EInvoice eInvoice={details.eInvoice} ask={<AskForRejection invoiceNo={invoiceNo} />} />
            </Card>
          )}
          <Boundary isPart of={invoiceNo} waiting={null}>
            <BillExports invoiceNo={invoiceNo} />
          </Boundary>
          <UseByBill details={details} />
        </div>
      </div>
      <Boundary isPart of={invoiceNo} waiting={null}>
        <Daily invoiceNo={invoiceNo} />
      </Boundary>
      <PayBar />
    </Stack>
  )
}

/** The documents by which a bill was exported to accounting, with their numbers there. Nothing is shown without any. */
function BillExports({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  const { items } = useRead('GetAccountingDocuments', { id: useBulkId(), sourceNo: invoiceNo })
  if (items.length === 0) return null
  return (
    <Card title={t('bill.title')}>
      <Timeline
        label={t('bill.title')}
        items={items.map(({ profileId, profileName, runNo, documentNo, amount, isCurrent, reverses, theirNo, madeAt }) => ({
          id: `${profileId} ${documentNo}`,
          tone: isCurrent ? 'good' : 'neutral',
          title: t('bill.exported', {
            document: documentNo,
            amount: amountShown(amount),
            status: t(isCurrent ? 'document.current' : reverses ? 'document.reversal' : 'document.reversed'),
          }),
          meta: theirNo ? t('bill.theirs', { number: theirNo }) : undefined,
          children: (
            <Link href={link('accountingRun', { profileId, runNo: String(runNo) })}>
              {t('bill.meta', { number: numberShown(runNo), profile: profileName, when: instantShown(madeAt, language) })}
            </Link>
          ),
        }))}
      />
    </Card>
  )
}
