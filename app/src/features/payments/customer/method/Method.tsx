/** The method step: payment method, bank, and the numbers of transfers or cheques. */
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useState } from 'react'
import { amountShown, numberShown, type PaymentPlan, paymentMethod, type Selection, sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalQuery, useOptionalRead, useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { ChangesNotice } from '~/kit/paying/ChangesNotice'
import { fillLastAmount, useDraft } from '~/kit/paying/draft'
import styles from '~/kit/paying/Pay.module.css'
import { useChosen, useChosenSum } from '~/kit/paying/selection'
import { useNow } from '~/kit/session/useNow'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { ErrorSummary } from '~/ui/form/ErrorSummary'
import { Form, FormActions } from '~/ui/form/Form'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { PayFrame } from '../PayFrame'
import { firstOf } from '../plan/plans'
import { usePlans } from '../plan/usePlans'
import { paymentRefusal } from '../refusal'
import { useApprovalQuery } from '../review/useApproval'
import { atFields, errorsOf } from './errors'
import { MethodFields } from './MethodFields'

export function Method() {
  const sum = useChosenSum()
  // A payment that needs approval is proposed first. Its method is chosen when it is released.
  const approval = useOptionalQuery(useApprovalQuery())
  if (approval?.isNeeded) return <Navigate to={paths.payReview} replace />
  return (
    <PayFrame step="method" isEmpty={!sum || sum.bills === 0}>
      <ChangesNotice />
      {sum && (
        <Boundary waiting={<MethodSkeleton sum={sum} />}>
          <MethodForm sum={sum} />
        </Boundary>
      )}
    </PayFrame>
  )
}

const MethodSkeleton = ({ sum }: { sum: Selection }) => (
  <div className={styles.sections}>
    <Total sum={sum} />
    <Skeleton height="18rem" shape="box" />
  </div>
)

function MethodForm({ sum }: { sum: Selection }) {
  const { t } = useTranslation('paymentsMaking')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const [draft, change] = useDraft()
  const [bills] = useChosen()
  const offers = useRead('GetPaymentMethods', {})
  // Used only to refuse an offline bank, as the server does. `BankChoice` loads the banks itself.
  const banks = useOptionalRead('GetBankList', {})
  // The server's refusals, shown at their fields until a field is edited.
  const [refused, setRefused] = useAtom(paymentRefusal)
  const [submitted, setSubmitted] = useState(false)
  const now = useNow()
  const { total } = sum
  const offer = offers.methods.find(({ paymentMethod }) => paymentMethod === draft.method)
  const most = offers.mostReferenceNumbers
  const plans = usePlans(offers.methods, most)
  const plan = draft.method ? plans.get(draft.method) : undefined
  const payment = firstOf(plan, total, [...bills.keys()])
  const references = fillLastAmount(draft.references, payment.total, offer?.most ?? null, language)

  const refusals = atFields(
    (refused?.fields ?? []).map(({ field, code, params }) => ({ field, message: sentence(code, language, params) })),
  )
  const errors = draft.method
    ? errorsOf({ ...draft, references }, payment.total, { offer, banks: banks ?? [], mostReferences: most, now }, language)
    : [{ id: 'paymentMethod', message: t('method.required') }]
  const errorAt = (id: string) => [...refusals, ...(submitted ? errors : [])].find((error) => error.id === id)?.message

  function choose(next: Parameters<typeof change>[0]) {
    setRefused(null)
    change(next)
  }
  function goOn() {
    setSubmitted(true)
    setRefused(null)
    if (errors.length > 0) return
    change({ references })
    void navigate({ to: paths.payReview })
  }

  return (
    <>
      {refusals.length > 0 && <ErrorSummary of={refused} title={t('review.notPaid')} errors={refusals} />}
      <Form onSubmit={goOn} errors={submitted ? errors : []} errorTitle={common('problem.summary')}>
        <Total sum={sum} />
        <MethodFields
          draft={{ ...draft, references }}
          offers={offers}
          total={total}
          plans={plans}
          payment={payment}
          onMethod={(method) => {
            setSubmitted(false)
            choose({ method })
          }}
          onChange={choose}
          errorAt={errorAt}
        />
        <PlanNotice plan={plan} />
        <FormActions>
          <Button type="submit" mode="primary" size="large">
            {t('method.goOn')}
          </Button>
          <LinkButton mode="ghost" size="large" href={link('outstandingBills')}>
            {t('method.back')}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  )
}

function Total({ sum }: { sum: Selection }) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  return (
    <div className={styles.total}>
      <span>
        {t('paying:bar.text', {
          bills: t('paying:bills', { count: sum.bills, shown: numberShown(sum.bills) }),
          accounts: t('paying:accounts', { count: sum.accounts, shown: numberShown(sum.accounts) }),
        })}
      </span>
      <strong>{amountShown(sum.total)}</strong>
    </div>
  )
}

/** Explains a plan of several payments before it is reviewed. */
function PlanNotice({ plan }: { plan: PaymentPlan | undefined }) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  const language = useLanguage()
  const first = plan?.payments[0]
  if (!plan || !first || plan.payments.length < 2) return null
  const count = plan.payments.length
  return (
    <Notice tone="progress" title={t('plan.several', { count, shown: numberShown(count) })}>
      {t('plan.first', {
        method: paymentMethod(plan.paymentMethod, language).word,
        amount: amountShown(first.totalAmount),
        bills: t('paying:bills', { count: first.invoiceNos.length, shown: numberShown(first.invoiceNos.length) }),
      })}
    </Notice>
  )
}
