/** The review before paying: payer, amount, method and next step. */
import { Navigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { amountShown, type ErrorBody, numberShown, type PaymentPlan, type Selection, sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { CallError } from '~/kit/call/api'
import { useOptionalQuery, useQueryData, useRead } from '~/kit/call/read'
import { isOutcome } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import { ChangesNotice } from '~/kit/paying/ChangesNotice'
import { useChanges, useSelectionQuery } from '~/kit/paying/changes'
import { fitDraft, useDraft } from '~/kit/paying/draft'
import { draftRefusal } from '~/kit/paying/draftRefusal'
import styles from '~/kit/paying/Pay.module.css'
import { useChosen, useChosenSum } from '~/kit/paying/selection'
import { tooMany } from '~/kit/paying/tooMany'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { FormActions } from '~/ui/form/Form'
import { Card } from '~/ui/layout/Card'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { PayFrame } from '../PayFrame'
import { firstOf } from '../plan/plans'
import { usePlans } from '../plan/usePlans'
import { RepeatedNotice, useRepeated } from '../RepeatedNotice'
import { paymentRefusal } from '../refusal'
import { Answers } from './Answers'
import { ChosenList } from './ChosenList'
import { ConfirmRepeated } from './ConfirmRepeated'
import { FindingsNotice } from './FindingsNotice'
import { RedirectingToBank } from './RedirectingToBank'
import { isResolvable, RefusalDialog } from './RefusalDialog'
import { SendForApproval } from './SendForApproval'
import { TakenOutCard } from './TakenOutCard'
import { useApprovalQuery } from './useApproval'
import { usePay } from './usePay'
import { WhatNext } from './WhatNext'

export function Review() {
  const sum = useChosenSum()
  const paying = usePay()
  const approval = useOptionalQuery(useApprovalQuery())
  if (paying.making.data) return <RedirectingToBank made={paying.making.data} />
  return (
    <PayFrame step="review" isEmpty={!sum || sum.bills === 0} isProposal={approval?.isNeeded}>
      {sum && (
        <Boundary>
          <Reviewed sum={sum} paying={paying} />
        </Boundary>
      )}
    </PayFrame>
  )
}

interface ReviewedProps {
  sum: Selection
  paying: ReturnType<typeof usePay>
}

/** A payment that the company's policy covers is sent for approval instead of being paid. */
function Reviewed({ sum, paying }: ReviewedProps) {
  const approval = useQueryData(useApprovalQuery())
  // The bills may already belong to this payment, so a payment that was sent keeps its review, unless a policy refused it.
  const { isPending, isError, error } = paying.making
  const isSent = isPending || (isError && !(error instanceof CallError && error.body.code === 'approvalNeeded'))
  if (approval?.isNeeded && !isSent) return <SendForApproval sum={sum} approval={approval} />
  return <ReviewedPayment sum={sum} paying={paying} />
}

function ReviewedPayment({ sum, paying: { pay, making } }: ReviewedProps) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const [stored] = useDraft()
  const { methods, mostReferenceNumbers } = useRead('GetPaymentMethods', {})
  const { total } = sum
  const [bills] = useChosen()
  const plans = usePlans(methods, mostReferenceNumbers)
  const plan = stored.method ? plans.get(stored.method) : undefined
  // A selection over the method's limit is paid by several payments. The first is made now.
  const payment = firstOf(plan, total, [...bills.keys()])
  // Bills may have been left out or may have changed since the amounts were entered.
  const draft = fitDraft(stored, payment.total, methods, language)
  // This only blocks an outdated payment early. The server refuses changed bills too, and ChangesNotice reports a failed load.
  const changes = useChanges(useOptionalQuery(useSelectionQuery()))
  const { repeated, problem } = useRepeated(
    draft.method,
    draft.references.map(({ number }) => number),
  )
  const [isConfirming, setIsConfirming] = useState(false)
  const { method } = draft
  if (!method) return <Navigate to={paths.payMethod} replace />
  const unfit = draftRefusal(draft, payment.total, mostReferenceNumbers, language)
  if (unfit) return <BackToMethod refusal={unfit} />
  const isSplit = plan !== undefined && plan.payments.length > 1
  // The method step names the bill that the method cannot pay.
  if (isSplit && plan.unplanned.length > 0) return <Navigate to={paths.payMethod} replace />

  const refusal = making.error instanceof CallError ? making.error.body : undefined
  const isUnheard = making.isError && !isOutcome(making.error) && refusal?.code !== 'gatewayUnavailable'
  // The bills may belong to this very payment, if its response was lost. Retrying returns the stored response and does not pay
  // twice.
  const isOwn = making.isPending || isUnheard
  const isStale = !isOwn && changes.gone.length + changes.changed.length > 0
  const whyNot = tooMany(sum.bills, language) ?? (isStale ? t('review.stale') : undefined)
  return (
    <div className={styles.sections}>
      {!isOwn && <ChangesNotice />}
      {!isOwn && <FindingsNotice isSending={making.isPending} />}
      {making.error && !(refusal && isResolvable(refusal)) && (
        <RefusalNotice
          error={making.error}
          title={t(isUnheard ? 'review.unheard' : 'review.notPaid')}
          message={isUnheard ? t('review.unheardBody') : sentence(refusal?.code ?? 'unexpected', language, refusal?.params)}
        />
      )}
      <Answers payment={{ draft, method }} sum={sum} />
      <PlanList plan={plan} />
      <ChosenList isSending={making.isPending} />
      <TakenOutCard isSending={making.isPending} />
      {!isOwn && <RepeatedNotice repeated={repeated} problem={problem} />}
      <WhatNext method={method} bankId={draft.bankId} amount={payment.total} />
      <FormActions>
        <Button
          mode="primary"
          size="large"
          onPress={() => (repeated.length > 0 && !isOwn ? setIsConfirming(true) : pay(method, draft, plan))}
          isLoading={making.isPending}
          isDisabled={whyNot !== undefined}
          whyShown="beside"
          {...(whyNot !== undefined && { why: whyNot })}
        >
          {isSplit
            ? t('plan.pay', { place: numberShown(1), count: numberShown(plan.payments.length), amount: amountShown(payment.total) })
            : t('review.pay', { amount: amountShown(total) })}
        </Button>
        <LinkButton mode="ghost" size="large" href={link('payMethod')}>
          {t('review.back')}
        </LinkButton>
      </FormActions>
      <ConfirmRepeated
        repeated={repeated}
        total={payment.total}
        isOpen={isConfirming}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false)
          pay(method, draft, plan)
        }}
      />
      {refusal && isResolvable(refusal) && <RefusalDialog refusal={refusal} onClose={making.reset} />}
    </div>
  )
}

/** The entries no longer fit the bills. Returns to the method step, which shows the refusal at the fields. */
function BackToMethod({ refusal }: { refusal: ErrorBody }) {
  const sayRefused = useSetAtom(paymentRefusal)
  useEffect(() => {
    sayRefused(refusal)
  }, [refusal, sayRefused])
  return <Navigate to={paths.payMethod} replace />
}

/** The payments of a plan in the review, in the order in which they are made. */
function PlanList({ plan }: { plan: PaymentPlan | undefined }) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  if (!plan || plan.payments.length < 2) return null
  const count = plan.payments.length
  return (
    <Card title={t('plan.several', { count, shown: numberShown(count) })}>
      <ol className={styles.plan}>
        {plan.payments.map(({ invoiceNos, totalAmount }, place) => (
          <li key={invoiceNos[0]} className={styles.pair}>
            <span>
              {t('plan.line', {
                place: numberShown(place + 1),
                bills: t('paying:bills', { count: invoiceNos.length, shown: numberShown(invoiceNos.length) }),
              })}
            </span>
            <span>{amountShown(totalAmount)}</span>
          </li>
        ))}
      </ol>
      <p className={styles.small}>{t('plan.after')}</p>
    </Card>
  )
}
