/** The result page after paying, to which the bank also redirects: the payment's status, live, and its receipt. */
import { getRouteApi } from '@tanstack/react-router'
import { amountShown, numberShown, type PaymentDetails, paymentStatus, paymentStatusName } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useLiveTitle } from '~/kit/page/useTitle'
import { useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { toneIcon } from '~/ui/feedback/StatusBadge'
import { Page } from '~/ui/layout/Page'
import { VisuallyHidden } from '~/ui/text/VisuallyHidden'
import { useTranslation } from '~/words/useTranslation'
import { DocumentActions } from '../DocumentActions'
import { isMoneyLate } from '../lateMoney'
import { RunOfPayment } from '../run/PayRun'
import { Receipt } from './Receipt'
import styles from './Result.module.css'
import { TryAgain } from './TryAgain'

const route = getRouteApi(paths.paymentResult)

export function Result() {
  const { transactionNo } = route.useParams()
  // The key remounts the screen for another payment, so that state does not carry over.
  return <ResultOf key={transactionNo} transactionNo={transactionNo} />
}

function ResultOf({ transactionNo }: { transactionNo: string }) {
  const { t } = useTranslation('paymentsMaking')
  // For the title only. The boundary below shows any error.
  const details = useOptionalRead('GetPaymentDetails', { transactionNo })
  const title = details ? t(`result.${outcomeOf(details).word}.title`) : t('result.title')
  useLiveTitle(title, { of: 'GetPaymentDetails', state: details && title, name: transactionNo })
  return (
    <Page title={title} width="form">
      <Boundary isPage waiting={<Skeleton height="24rem" shape="box" />}>
        <PaymentResult transactionNo={transactionNo} />
      </Boundary>
    </Page>
  )
}

function PaymentResult({ transactionNo }: { transactionNo: string }) {
  const details = useRead('GetPaymentDetails', { transactionNo })
  const { groupNo } = details.transaction
  return (
    <div className={styles.result}>
      <RunOfPayment details={details} on="result" />
      <Outcome details={details} />
      {groupNo !== undefined && <OfGroup groupNo={groupNo} />}
      <Boundary isPart waiting={<Skeleton height="18rem" shape="box" />}>
        <Receipt details={details} />
      </Boundary>
      <Actions details={details} />
    </div>
  )
}

/** Chooses the words for a payment. If the payer cancelled it, the page must not say that the bank declined it. */
function outcomeOf({ transaction: { status }, isCancelled }: PaymentDetails) {
  const { tone, isFinal } = paymentStatus(status, 'en')
  return { word: isCancelled ? ('cancelled' as const) : paymentStatusName(status), tone, isOver: isFinal }
}

/** The outcome: icon, amount and next step. Changes are announced politely. */
function Outcome({ details }: { details: PaymentDetails }) {
  const { t } = useTranslation('paymentsMaking')
  const mayPay = useMay('payment', 'add')
  const { word, tone, isOver } = outcomeOf(details)
  const Icon = toneIcon[tone]
  const { reason, settlement } = details
  const amount = amountShown(settlement.figure)
  const figures = { amount, billed: amountShown(settlement.billed), received: amountShown(settlement.received) }
  return (
    <div className={styles.outcome} data-tone={tone} data-print="hide">
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      {(word === 'insufficientPending' || word === 'overpayPending') && (
        <p className={styles.next}>{t(word === 'insufficientPending' ? 'result.missing' : 'result.excess')}</p>
      )}
      <p className={styles.amount}>{amount}</p>
      <p className={styles.next}>{(word !== 'cancelled' && reason) || t(`result.${word}.next`, figures)}</p>
      {/* The utility's own reason explains what happens to the bills; a bank's reason does not. */}
      {isOver && tone === 'bad' && mayPay && !(word === 'declined' && reason) && (
        <p className={styles.next}>{t(isMoneyLate(details) ? 'result.late' : 'result.payable')}</p>
      )}
      {!isOver && <p className={styles.live}>{t('result.live')}</p>}
      <VisuallyHidden role="status">
        {t('result.announced', { title: t(`result.${word}.title`), amount })} {isMoneyLate(details) && t('result.late')}
      </VisuallyHidden>
    </div>
  )
}

function Actions({ details }: { details: PaymentDetails }) {
  const { t } = useTranslation('paymentsMaking')
  const { transactionNo, groupNo } = details.transaction
  const outcome = outcomeOf(details)
  const amount = amountShown(details.settlement.figure)
  return (
    <div className={styles.actions} data-print="hide">
      {/* A payment of a group is made again from the group. */}
      {outcome.isOver && outcome.tone === 'bad' && !isMoneyLate(details) && groupNo === undefined && <TryAgain details={details} />}
      {outcome.word === 'insufficientPending' && (
        <Act href={link('paymentDifference', { transactionNo })}>{t('result.payMissing', { amount })}</Act>
      )}
      {outcome.word === 'overpayPending' && <Act href={link('paymentCredit', { transactionNo })}>{t('result.credit', { amount })}</Act>}
      <LinkButton href={link('payment', { transactionNo })}>{t('result.details')}</LinkButton>
      <DocumentActions transaction={details.transaction} />
      <LinkButton mode="ghost" href={link('batches')}>
        {t('result.remaining')}
      </LinkButton>
    </div>
  )
}

/** Shown to users who may act. In customer view mode it is disabled with a reason. */
function Act({ href, children }: { href: string; children: string }) {
  const mayAct = useMay('payment', 'update')
  const readOnly = useReadOnly()
  if (readOnly !== undefined)
    return (
      <Button mode="primary" isDisabled why={readOnly}>
        {children}
      </Button>
    )
  if (!mayAct) return null
  return (
    <LinkButton mode="primary" href={href}>
      {children}
    </LinkButton>
  )
}

/** On the result of a payment that is one of several: how far the group is, and the way to the next payment. */
function OfGroup({ groupNo }: { groupNo: string }) {
  const { t } = useTranslation('paymentsMaking')
  const group = useOptionalRead('GetPaymentGroup', { groupNo })
  if (!group) return null
  const { paid, payments, open } = group.summary
  return (
    <div data-print="hide">
      <Notice
        tone={open > 0 ? 'warning' : 'good'}
        title={t('plan.paidOf', { paid: numberShown(paid), count: payments, shown: numberShown(payments) })}
        actions={
          <LinkButton size="small" mode={group.next ? 'primary' : 'secondary'} href={link('paymentGroup', { groupNo })}>
            {t(group.next ? 'plan.goOn' : 'plan.view')}
          </LinkButton>
        }
      >
        {open > 0 && t('plan.rest', { count: open, shown: numberShown(open) })}
      </Notice>
    </div>
  )
}
