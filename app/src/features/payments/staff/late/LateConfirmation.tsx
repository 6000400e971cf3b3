/** A late receipt: its customer, what happened to its payment, and the decision. */

import { getRouteApi } from '@tanstack/react-router'
import { amountShown, instantShown, type LateConfirmationDetails, numberShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { PaymentStatus } from '~/features/payments/StatusBadges'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { Decision } from '~/kit/page/Decision'
import styles from '~/kit/page/Sides.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { useMay } from '~/kit/session/useProfile'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { LateDecision } from './LateDecision'

const route = getRouteApi(paths.lateConfirmation)

export function LateConfirmation() {
  const { t } = useTranslation('paymentsStaff')
  const { lateId } = route.useParams()
  useTitle(t('late.one'))
  return (
    <Page
      title={t('late.one')}
      breadcrumbs={[
        { label: t('gateway.title'), href: link('gatewayQuery') },
        { label: t('late.title'), href: link('lateConfirmations') },
      ]}
    >
      <Boundary of={lateId}>
        <Record key={lateId} lateId={lateId} />
      </Boundary>
    </Page>
  )
}

function Record({ lateId }: { lateId: string }) {
  const { t } = useTranslation('paymentsStaff')
  const details = useRead('GetLateConfirmation', { lateId })
  return (
    <div className={styles.sides}>
      <div className={styles.record}>
        <Facts details={details} />
      </div>
      <Decision label={t('decide.title')}>
        <LateDecision details={details} />
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
