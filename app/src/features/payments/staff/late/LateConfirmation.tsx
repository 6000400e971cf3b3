/** A late receipt: its customer, what happened to its payment, and the decision. */

import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { amountShown, instantShown, type LateConfirmationDetails, numberShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { PaymentStatus } from '~/features/payments/StatusBadges'
import { useRead } from '~/kit/call/read'
import { viewOf } from '~/kit/list/declare'
import { Boundary } from '~/kit/page/Boundary'
import { Decision } from '~/kit/page/Decision'
import styles from '~/kit/page/Sides.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { QueueNav } from '~/kit/queue/QueueNav'
import { type Queue, useQueue } from '~/kit/queue/useQueue'
import { useMay } from '~/kit/session/useProfile'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { LateDecision } from './LateDecision'
import { lateList } from './lateList'

const route = getRouteApi(paths.lateConfirmation)

export function LateConfirmation() {
  const { t } = useTranslation('paymentsStaff')
  const { lateId } = route.useParams()
  useTitle(t('late.one'))
  const queue = useQueue(route.useSearch().queue, lateId, [
    {
      href: link('lateConfirmations'),
      list: lateList,
      label: t('late.title'),
      isQueue: (params) => viewOf(lateList, params)?.name === 'waiting',
    },
  ])
  return (
    <Page
      title={t('late.one')}
      actions={<QueueNav queue={queue} />}
      breadcrumbs={[
        { label: t('gateway.title'), href: link('gatewayQuery') },
        { label: t('late.title'), href: queue?.href ?? link('lateConfirmations') },
      ]}
    >
      <Boundary of={lateId}>
        <Record key={lateId} lateId={lateId} queue={queue} />
      </Boundary>
    </Page>
  )
}

function Record({ lateId, queue }: { lateId: string; queue: Queue | undefined }) {
  const { t } = useTranslation('paymentsStaff')
  const details = useRead('GetLateConfirmation', { lateId })
  const [isDecidedHere, setDecidedHere] = useState(false)
  return (
    <div className={styles.sides}>
      <div className={styles.record}>
        <Facts details={details} />
      </div>
      <Decision label={t('decide.title')}>
        <LateDecision details={details} queue={queue} isDecidedHere={isDecidedHere} onDecided={() => setDecidedHere(true)} />
      </Decision>
    </div>
  )
}

const causes = {
  lateApproval: 'late.afterEnd',
  paidTwice: 'late.twice',
  paidElsewhere: 'late.elsewhere',
  paidAndCarried: 'late.carried',
} as const

function Facts({ details: { late, totalInvoices, unpaidInvoices } }: { details: LateConfirmationDetails }) {
  const { t } = useTranslation('paymentsStaff')
  const { t: words } = useTranslation('payments')
  const language = useLanguage()
  const mayOpen = useMay('allPayments', 'view')
  const { transactionNo, merchantTranId } = late
  return (
    <Card title={late.title}>
      <Stack gap={5}>
        <p>{t(causes[late.reason as keyof typeof causes] ?? 'late.afterEnd')}</p>
        <Description
          columns={2}
          items={[
            { id: 'amount', label: t('alerts.amount'), value: amountShown(late.amount) },
            { id: 'at', label: t('late.at'), value: instantShown(late.at, language) },
            { id: 'reference', label: t('gateway.bankReference'), value: late.bankReference },
            { id: 'company', label: words('column.company'), value: late.companyName },
            { id: 'bulk', label: t('payment.bulk'), value: late.bulkId },
            { id: 'payment', label: words('column.transaction'), value: transactionNo },
            { id: 'status', label: t('late.paymentStatus'), value: <PaymentStatus status={late.status} audience="staff" /> },
            {
              id: 'bills',
              label: t('late.bills'),
              value: t('late.unpaid', { count: unpaidInvoices, unpaid: numberShown(unpaidInvoices), all: numberShown(totalInvoices) }),
            },
          ]}
        />
        <Stack gap={3} direction="along">
          {mayOpen && <LinkButton href={link('staffPayment', { transactionNo })}>{t('gateway.toPayment')}</LinkButton>}
          <LinkButton href={link('gatewayQuery', { merchantTranId })}>{t('payment.toGateway')}</LinkButton>
        </Stack>
      </Stack>
    </Card>
  )
}
