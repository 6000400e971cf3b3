/** All that is known of one bill, the payments that include it, and paying it. */

import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Download, Printer } from 'lucide-react'
import {
  amountShown,
  type BillPayment,
  billRefusal,
  billState,
  compareAmounts,
  type BillDetails as Details,
  instantShown,
  paymentStatus,
} from '../../core/core'
import { link, paths } from '../../core/links'
import { useHint, useRead } from '../../kit/call/read'
import { Boundary } from '../../kit/page/Boundary'
import styles from '../../kit/page/Cards.module.css'
import { useTitle } from '../../kit/page/useTitle'
import { PayBar } from '../../kit/paying/PayBar'
import { useChosen } from '../../kit/paying/selection'
import { useMay } from '../../kit/session/useProfile'
import { useReadOnly } from '../../kit/session/useReadOnly'
import { useToday } from '../../kit/session/useToday'
import { Button } from '../../ui/button/Button'
import { Link } from '../../ui/button/Link'
import { Skeleton } from '../../ui/feedback/Skeleton'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import { Card } from '../../ui/layout/Card'
import { Page } from '../../ui/layout/Page'
import { Description } from '../../ui/text/Description'
import { Timeline } from '../../ui/text/Timeline'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { Charges } from './bill/Charges'
import { Readings } from './bill/Readings'
import { UseByBill } from './bill/UseByBill'
import { useDownloadBill, usePrintBill } from './bill/useDownloadBill'
import { amountItems, billItems, readingItems } from './billItems'

const route = getRouteApi(paths.bill)

export function BillDetails() {
  const { invoiceNo } = route.useParams()
  // Another bill is another screen: nothing of the one before stays.
  return <OneBill key={invoiceNo} invoiceNo={invoiceNo} />
}

function OneBill({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const today = useToday()
  // Only for the head of the page: the boundary below shows a failure.
  const details = useHint('GetBillDetails', { invoiceNo })
  const state = details && billState(details.bill, today, language)
  const title = t('details.title', { invoiceNo })
  useTitle(title)
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: t('title'), href: link('batches') },
        { label: t('tabs.outstanding'), href: link('outstandingBills') },
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
  return (
    <>
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
            <Payments payments={details.payments} />
          </Card>
          <Card title={t('details.reading')}>
            <Description items={readingItems(t, language, details)} />
            <Readings details={details} />
          </Card>
          <UseByBill details={details} />
        </div>
      </div>
      <PayBar />
    </>
  )
}

/** The payments that include or included the bill, newest first. */
function Payments({ payments }: { payments: readonly BillPayment[] }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  if (payments.length === 0) return <p>{t('details.noPayments')}</p>
  return (
    <Timeline
      label={t('details.payments')}
      items={payments.map(({ transactionNo, paymentDate, requestedBy, status, amount }) => {
        const { customerWord, tone } = paymentStatus(status, language)
        return {
          id: transactionNo,
          tone,
          title: t('details.payment', { amount: amountShown(amount), status: customerWord }),
          meta: t('details.paidBy', { name: requestedBy, when: instantShown(paymentDate, language) }),
          children: <Link href={link('payment', { transactionNo })}>{transactionNo}</Link>,
        }
      })}
    />
  )
}

function DownloadThis({ details: { bill } }: { details: Details }) {
  const { t } = useTranslation('bills')
  const download = useDownloadBill()
  const { print, isPending } = usePrintBill()
  return (
    <>
      <Button icon={<Download />} onPress={() => download.mutate(bill)} isLoading={download.isPending}>
        {t('details.download')}
      </Button>
      <Button icon={<Printer />} onPress={() => print(bill)} isLoading={isPending}>
        {t('details.print')}
      </Button>
    </>
  )
}

function PayThis({ details: { bill } }: { details: Details }) {
  const { t } = useTranslation('bills')
  const { t: ofPay } = useTranslation('paying')
  const language = useLanguage()
  const navigate = useNavigate()
  const mayPay = useMay('payment', 'add')
  const [chosen, setChosen] = useChosen()
  const readOnly = useReadOnly()
  const whyNot = readOnly ?? billRefusal(bill, language)?.errorMessage ?? (mayPay ? undefined : ofPay('bar.mayNot'))
  const others = chosen.size - (chosen.has(bill.invoiceNo) ? 1 : 0)

  const only = () => new Map([[bill.invoiceNo, { accountNo: bill.accountNo, amount: bill.totalAmountPayable, batchId: bill.billBatchId }]])
  function pay() {
    setChosen(only())
    void navigate({ to: paths.payMethod })
  }
  function add() {
    setChosen(new Map([...chosen, ...only()]))
  }
  return (
    <>
      {/* Paying this one alone would forget what was chosen before: then it is added to it. */}
      {others > 0 && whyNot === undefined ? (
        <Button mode="primary" onPress={add} isDisabled={chosen.has(bill.invoiceNo)} why={t('details.addedWhy')}>
          {t(chosen.has(bill.invoiceNo) ? 'details.added' : 'details.add')}
        </Button>
      ) : (
        <Button mode="primary" onPress={pay} isDisabled={whyNot !== undefined} {...(whyNot !== undefined && { why: whyNot })}>
          {compareAmounts(bill.totalAmountPayable, '0.00') > 0
            ? t('details.pay', { amount: amountShown(bill.totalAmountPayable) })
            : t('details.payNone')}
        </Button>
      )}
    </>
  )
}
