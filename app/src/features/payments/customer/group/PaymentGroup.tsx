/** Several payments of one plan: what is paid, what is open, and the payment to make next. */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import {
  amountShown,
  dayAt,
  dayShown,
  type PaymentGroup as Group,
  type GroupPayment,
  numberShown,
  type PaymentMade,
  paymentMethod,
  sentence,
} from '~/core/core'
import { link, paths } from '~/core/links'
import { PaymentStatus } from '~/features/payments/StatusBadges'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useLiveTitle } from '~/kit/page/useTitle'
import { useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { RedirectingToBank } from '../review/RedirectingToBank'
import { ContinueGroup } from './ContinueGroup'
import styles from './Group.module.css'
import { groupTone, paidOf, progressOf } from './groupWords'

const route = getRouteApi(paths.paymentGroup)

export function PaymentGroup() {
  const { groupNo } = route.useParams()
  // The key remounts the screen for another group, so that state does not carry over.
  return <OneGroup key={groupNo} groupNo={groupNo} />
}

function OneGroup({ groupNo }: { groupNo: string }) {
  const [made, setMade] = useState<PaymentMade>()
  if (made) return <RedirectingToBank made={made} />
  return <GroupPage groupNo={groupNo} onMade={setMade} />
}

interface Props {
  groupNo: string
  onMade: (made: PaymentMade) => void
}

function GroupPage({ groupNo, onMade }: Props) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  // For the header only. The boundary below shows any error.
  const found = useOptionalRead('GetPaymentGroup', { groupNo })?.summary
  const title = t('group.title', { groupNo })
  useLiveTitle(title, { of: 'GetPaymentGroup', state: found && progressOf(t, found), name: groupNo })
  return (
    <Page
      width="reading"
      title={title}
      breadcrumbs={[{ label: t('list.title'), href: link('payments') }]}
      status={found && <StatusBadge tone={groupTone(found)}>{paidOf(t, found)}</StatusBadge>}
      subtitle={
        found &&
        t('details.lead', {
          amount: amountShown(found.totalAmount),
          method: paymentMethod(found.paymentMethod, language).word,
          day: dayShown(dayAt(found.madeAt), language),
        })
      }
    >
      <Boundary>
        <GroupRecord groupNo={groupNo} onMade={onMade} />
      </Boundary>
    </Page>
  )
}

function GroupRecord({ groupNo, onMade }: Props) {
  const { t } = useTranslation('payments')
  const group = useRead('GetPaymentGroup', { groupNo })
  const mayPay = useMay('payment', 'add')
  const readOnly = useReadOnly()
  const { summary, payments, next } = group
  return (
    <Stack gap={6}>
      <Notice tone={groupTone(summary)} title={progressOf(t, summary)}>
        {summary.open > 0
          ? t(next ? 'group.stopped' : 'group.waits', { amount: amountShown(summary.openAmount) })
          : t(summary.inProgress > 0 ? 'group.awaited' : 'group.done')}
      </Notice>
      {next && (mayPay || readOnly !== undefined) && <ContinueGroup key={next.place} group={group} next={next} onMade={onMade} />}
      <Card title={t('group.payments')}>
        <ol className={styles.payments}>
          {payments.map((payment) => (
            <OnePayment key={payment.place} payment={payment} group={group} />
          ))}
        </ol>
      </Card>
    </Stack>
  )
}

function OnePayment({
  payment: { place, totalAmount, totalInvoices, state, least, attempts, leftOut },
  group,
}: {
  payment: GroupPayment
  group: Group
}) {
  const { t } = useTranslation('payments')
  const count = group.summary.payments
  const isLate = state === 'open' && attempts.some(({ isMoneyLate }) => isMoneyLate)
  return (
    <li className={styles.payment}>
      <div className={styles.head}>
        <strong>{t('group.place', { place: numberShown(place), count, shown: numberShown(count) })}</strong>
        <span className={styles.amount}>{amountShown(totalAmount)}</span>
      </div>
      <p className={styles.under}>{t('list.bills', { count: totalInvoices, shown: numberShown(totalInvoices) })}</p>
      {attempts.map(({ transactionNo, status, amount }) => (
        <p key={transactionNo} className={styles.attempt}>
          <Link href={link('payment', { transactionNo })}>{transactionNo}</Link>
          <span>{amountShown(amount)}</span>
          <PaymentStatus status={status} audience="customer" />
        </p>
      ))}
      {state === 'open' && !isLate && (
        <StatusBadge tone="warning">{t(attempts.length > 0 ? 'group.failed' : 'group.toBeMade')}</StatusBadge>
      )}
      {isLate && <p>{t('group.late')}</p>}
      {least !== null && <p>{t('group.least', { least: amountShown(least) })}</p>}
      {state === 'closed' && <StatusBadge tone="neutral">{t('group.closed')}</StatusBadge>}
      {leftOut.length > 0 && <LeftOutBills bills={leftOut} />}
    </li>
  )
}

function LeftOutBills({ bills }: { bills: GroupPayment['leftOut'] }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  return (
    <details>
      <summary>{t('group.leftOut', { count: bills.length, shown: numberShown(bills.length) })}</summary>
      <ul className={styles.leftOut}>
        {bills.map(({ invoiceNo, reason, plannedAmount }) => (
          <li key={invoiceNo}>
            <Link href={link('bill', { invoiceNo })}>{invoiceNo}</Link> {amountShown(plannedAmount)}
            <span className={styles.under}>{sentence(reason, language)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
