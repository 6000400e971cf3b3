/** After paying: where the payment stands, live, with its receipt. The bank returns here too. */

import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { amountShown, type PaymentDetails, paymentStatus } from '../../../../core/core'
import { link, paths } from '../../../../core/links'
import { messageOf } from '../../../../kit/call/api'
import { useCall } from '../../../../kit/call/useCall'
import { useTitle } from '../../../../kit/page/useTitle'
import { useMay } from '../../../../kit/session/useProfile'
import { Button } from '../../../../ui/button/Button'
import { LinkButton } from '../../../../ui/button/LinkButton'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { useDelayed } from '../../../../ui/feedback/useDelayed'
import { Page } from '../../../../ui/layout/Page'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import { Outcome } from '../making/Outcome'
import { outcomeOf } from '../making/outcomes'
import { Receipt } from './Receipt'
import styles from './Result.module.css'
import { TryAgain } from './TryAgain'

const route = getRouteApi(paths.paymentResult)

export function Result() {
  const { transactionNo } = route.useParams()
  // Another payment is another screen.
  return <ResultOf key={transactionNo} transactionNo={transactionNo} />
}

function ResultOf({ transactionNo }: { transactionNo: string }) {
  const { t } = useTranslation('paymentsMaking')
  const { t: common } = useTranslation()
  const { data, error, isPending, isFetching, refetch } = useCall('GetPaymentDetails', { transactionNo })
  const isSlow = useDelayed(isPending)
  const outcome = data && outcomeOf(data.transaction.status)
  const title = outcome ? t(`result.${outcome.word}.title`) : t('result.title')
  useTitle(title)

  if (!data || !outcome) {
    return (
      <Page title={t('result.title')} width="form">
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
  return (
    <Page title={title} width="form">
      <div className={styles.result}>
        <Outcome outcome={outcome} details={data} />
        <Receipt details={data} />
        <Actions details={data} />
      </div>
    </Page>
  )
}

function Actions({ details }: { details: PaymentDetails }) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const mayAct = useMay('payment', 'update')
  const { transactionNo, status } = details.transaction
  const outcome = outcomeOf(status)
  const path = link('payment', { transactionNo })
  const amount = amountShown(details.settlement.figure)
  return (
    <div className={styles.actions} data-print="hide">
      {outcome.isOver && outcome.tone === 'bad' && <TryAgain details={details} />}
      {mayAct && outcome.word === 'insufficientPending' && (
        <LinkButton mode="primary" href={`${path}/difference`}>
          {t('result.payMissing', { amount })}
        </LinkButton>
      )}
      {mayAct && outcome.word === 'overpayPending' && (
        <LinkButton mode="primary" href={`${path}/credit`}>
          {t('result.credit', { amount })}
        </LinkButton>
      )}
      <LinkButton href={path}>{t('result.details')}</LinkButton>
      <Button icon={<Printer />} onPress={() => window.print()}>
        {t(`result.print.${paymentStatus(status, language).document}`)}
      </Button>
      <LinkButton mode="ghost" href={link('batches')}>
        {t('result.remaining')}
      </LinkButton>
    </div>
  )
}
