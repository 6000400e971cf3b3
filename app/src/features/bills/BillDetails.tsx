/** One bill: its head, which says what is due and what has to be decided, and its details on tabs. */
import { getRouteApi } from '@tanstack/react-router'
import { amountShown, type BillDetails as Details, instantShown, numberShown, paymentStatusName } from '~/core/core'
import { link, paths } from '~/core/links'
import { documentStatus } from '~/kit/accounts/documentStatus'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import styles from '~/kit/page/Cards.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { BillStatus } from '~/kit/paying/BillStatus'
import { useAddRecent } from '~/kit/session/recent'
import { useBulkId } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Link } from '~/ui/button/Link'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Tabs } from '~/ui/layout/Tabs'
import { Description } from '~/ui/text/Description'
import { Timeline } from '~/ui/text/Timeline'
import { withWords } from '~/words/store'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { BankingApp } from './bill/BankingApp'
import { DownloadThis } from './bill/BillActions'
import { BillHead } from './bill/BillHead'
import { BillPayments } from './bill/BillPayments'
import { BillSettlements } from './bill/BillSettlements'
import { type BillSearch, billTabs, openTab, searchOfTab } from './bill/billAddress'
import { Charges } from './bill/Charges'
import { EInvoice } from './bill/EInvoice'
import { Readings } from './bill/Readings'
import { UseByBill } from './bill/UseByBill'
import { amountItems, billItems, readingItems } from './billItems'
import { ClosedFindings } from './findings/BillFindings'
import { PayBar } from './paying/PayBar'
import { AskButton, AskForRejection } from './queries/AskButton'
import { AskForm, BillQueries } from './queries/BillQueries'

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
  // For the header only. The boundary below shows any error.
  const details = useOptionalRead('GetBillDetails', { invoiceNo })
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
      subtitle={details && [details.bill.accountNo, details.bill.referenceId, details.premisesAddress].filter(Boolean).join(' · ')}
      status={details && <BillStatus bill={details.bill} />}
      actions={
        details && (
          <>
            <DownloadThis details={details} />
            <AskButton invoiceNo={invoiceNo} />
          </>
        )
      }
    >
      <Boundary isPage waiting={<Skeleton height="24rem" shape="box" />}>
        <Content invoiceNo={invoiceNo} />
      </Boundary>
    </Page>
  )
}

function Content({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('bills')
  const details = useRead('GetBillDetails', { invoiceNo })
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const opened = openTab(search)
  const tab = opened === 'eInvoice' && !details.eInvoice ? 'charges' : opened
  const close = () => void navigate({ search: { query: search.query, tab: search.tab }, replace: true, resetScroll: false })
  const showQuery = () => void navigate({ search: { tab: 'history' }, replace: true, resetScroll: false })
  return (
    <Stack gap={4}>
      <BillHead details={details} />
      <Boundary isPart of={invoiceNo} waiting={null}>
        <AskForm details={details} search={search} onClose={close} onSent={showQuery} />
      </Boundary>
      <Tabs
        label={t('parts.label')}
        current={tab}
        tabs={billTabs
          .filter((id) => id !== 'eInvoice' || details.eInvoice)
          .map((id) => ({ id, label: t(`parts.${id}`), href: link('bill', { invoiceNo, ...searchOfTab(id, search) }) }))}
      />
      {tab === 'use' ? (
        <UseOfBill details={details} />
      ) : tab === 'history' ? (
        <HistoryOfBill details={details} search={search} />
      ) : tab === 'eInvoice' && details.eInvoice ? (
        <Card title={t('eInvoice.title')}>
          <EInvoice eInvoice={details.eInvoice} ask={<AskForRejection invoiceNo={invoiceNo} />} />
        </Card>
      ) : (
        <ChargesOfBill details={details} />
      )}
      <PayBar />
    </Stack>
  )
}

function ChargesOfBill({ details }: { details: Details }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  return (
    <div className={styles.cards}>
      <div className={styles.column}>
        <Card title={t('details.charges')}>
          <Charges details={details} />
        </Card>
        <Card title={t('details.amounts')}>
          <Description items={amountItems(t, language, details)} isTotalLast />
        </Card>
      </div>
      <div className={styles.column}>
        <Card title={t('details.bill')}>
          <Description items={billItems(t, language, details)} />
        </Card>
        {details.bankingApp && (
          <Card title={t('bankingApp.title')}>
            <BankingApp bankingApp={details.bankingApp} />
          </Card>
        )}
      </div>
    </div>
  )
}

function UseOfBill({ details }: { details: Details }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const { invoiceNo, eInvoiceStatus } = details.bill
  return (
    <>
      <div className={styles.cards}>
        <Card title={t('details.reading')}>
          <Description items={readingItems(t, language, details)} />
          <Readings details={details} />
        </Card>
        <UseByBill details={details} />
      </div>
      <Boundary isPart of={invoiceNo} waiting={null}>
        <Daily invoiceNo={invoiceNo} isCounted={eInvoiceStatus !== 'cancelled'} />
      </Boundary>
    </>
  )
}

function HistoryOfBill({ details, search }: { details: Details; search: BillSearch }) {
  const { t } = useTranslation('bills')
  const { invoiceNo } = details.bill
  return (
    <>
      <Boundary isPart of={invoiceNo} waiting={null}>
        <BillQueries details={details} search={search} />
      </Boundary>
      <div className={styles.cards}>
        <Card title={t('details.payments')}>
          <Stack gap={3}>
            {(details.payments.length > 0 || details.bill.settledAmount === '0.00') && <BillPayments payments={details.payments} />}
            <Boundary isPart of={invoiceNo} waiting={null}>
              <BillSettlements invoiceNo={invoiceNo} />
            </Boundary>
          </Stack>
        </Card>
        <Boundary isPart of={invoiceNo} waiting={null}>
          <ClosedFindings invoiceNo={invoiceNo} />
        </Boundary>
        <Boundary isPart of={invoiceNo} waiting={null}>
          <BillExports invoiceNo={invoiceNo} />
        </Boundary>
      </div>
    </>
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
        items={items.map((document) => {
          const { profileId, profileName, runNo, documentNo, amount, theirNo, madeAt } = document
          const { tone, word } = documentStatus(document, t, language)
          return {
            id: `${profileId} ${documentNo}`,
            tone,
            title: t('bill.exported', {
              document: documentNo,
              amount: amountShown(amount),
              status: word,
            }),
            meta: theirNo ? t('bill.theirs', { number: theirNo }) : undefined,
            children: (
              <Link href={link('accountingRun', { profileId, runNo: String(runNo) })}>
                {t('bill.meta', { number: numberShown(runNo), profile: profileName, when: instantShown(madeAt, language) })}
              </Link>
            ),
          }
        })}
      />
    </Card>
  )
}
