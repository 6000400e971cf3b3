/** All that is known of one bill, the payments that held it, and paying it. */

import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { amountShown, billRefusal, billState, type BillDetails as Details } from '../../core/core'
import { link, paths } from '../../core/links'
import { messageOf } from '../../kit/call/api'
import { useCall } from '../../kit/call/useCall'
import styles from '../../kit/page/Cards.module.css'
import { useTitle } from '../../kit/page/useTitle'
import { PayBar } from '../../kit/paying/PayBar'
import { useChosen } from '../../kit/paying/selection'
import { useMay } from '../../kit/session/useProfile'
import { useToday } from '../../kit/session/useToday'
import { Button } from '../../ui/button/Button'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { Skeleton } from '../../ui/feedback/Skeleton'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import { useDelayed } from '../../ui/feedback/useDelayed'
import { Card } from '../../ui/layout/Card'
import { Page } from '../../ui/layout/Page'
import { Description } from '../../ui/text/Description'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { BillPayments } from './BillPayments'
import { amountItems, billItems, readingItems } from './billItems'

const route = getRouteApi(paths.bill)

export function BillDetails() {
  const { invoiceNo } = route.useParams()
  // Another bill is another screen.
  return <OneBill key={invoiceNo} invoiceNo={invoiceNo} />
}

function OneBill({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('bills')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const today = useToday()
  const { data, error, isPending, isFetching, refetch } = useCall('GetBillDetails', { invoiceNo })
  const isSlow = useDelayed(isPending)
  const title = t('details.title', { invoiceNo })
  useTitle(title)
  const frame = {
    title,
    breadcrumbs: [
      { label: t('title'), href: link('batches') },
      { label: t('tabs.outstanding'), href: link('outstandingBills') },
    ],
    width: 'reading' as const,
  }

  if (!data) {
    return (
      <Page {...frame}>
        {error ? (
          <EmptyState
            kind="failed"
            title={common('problem.page')}
            action={
              <Button onPress={() => void refetch()} isLoading={isFetching}>
                {common('ui.refresh')}
              </Button>
            }
          >
            {messageOf(error)}
          </EmptyState>
        ) : (
          isSlow && <Skeleton height="24rem" shape="box" />
        )}
      </Page>
    )
  }
  const { word, tone } = billState(data.bill, today, language)
  return (
    <Page
      {...frame}
      subtitle={[data.bill.accountNo, data.bill.referenceId, data.premisesAddress].filter(Boolean).join(' · ')}
      status={<StatusBadge tone={tone}>{word}</StatusBadge>}
      actions={<PayThis details={data} />}
    >
      <div className={styles.cards}>
        <div className={styles.column}>
          <Card title={t('details.amounts')}>
            <Description items={amountItems(t, language, data)} isTotalLast />
          </Card>
          <Card title={t('details.reading')}>
            <Description items={readingItems(t, language, data)} />
          </Card>
        </div>
        <div className={styles.column}>
          <Card title={t('details.payments')}>
            <BillPayments payments={data.payments} />
          </Card>
          <Card title={t('details.bill')}>
            <Description items={billItems(t, language, data)} />
          </Card>
        </div>
      </div>
      <PayBar />
    </Page>
  )
}

function PayThis({ details: { bill } }: { details: Details }) {
  const { t } = useTranslation('bills')
  const { t: ofPay } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const navigate = useNavigate()
  const mayPay = useMay('payment', 'add')
  const [chosen, setChosen] = useChosen()
  const whyNot = billRefusal(bill, language)?.errorMessage ?? (mayPay ? undefined : ofPay('bar.mayNot'))
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
        <Button mode="primary" onPress={add} isDisabled={chosen.has(bill.invoiceNo)}>
          {t(chosen.has(bill.invoiceNo) ? 'details.added' : 'details.add')}
        </Button>
      ) : (
        <Button mode="primary" onPress={pay} isDisabled={whyNot !== undefined} {...(whyNot !== undefined && { why: whyNot })}>
          {t('details.pay', { amount: amountShown(bill.totalAmountPayable) })}
        </Button>
      )}
    </>
  )
}
