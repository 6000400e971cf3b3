/** How the chosen bills are paid: method, bank, and the numbers of transfers or cheques. */

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { amountShown, countShown, type PaymentMethod, sentence } from '../../../../core/core'
import { link, paths } from '../../../../core/links'
import { messageOf } from '../../../../kit/call/api'
import { useCall } from '../../../../kit/call/useCall'
import { SinceNotice } from '../../../../kit/paying/ChangesNotice'
import { filled, takesReferences, useDraft } from '../../../../kit/paying/draft'
import styles from '../../../../kit/paying/Pay.module.css'
import { useChosenSum } from '../../../../kit/paying/selection'
import { Button } from '../../../../ui/button/Button'
import { LinkButton } from '../../../../ui/button/LinkButton'
import { EmptyState } from '../../../../ui/feedback/EmptyState'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { useDelayed } from '../../../../ui/feedback/useDelayed'
import { ErrorSummary } from '../../../../ui/form/ErrorSummary'
import { Form, FormActions } from '../../../../ui/form/Form'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import { atFields, methodErrors } from '../making/methodErrors'
import { usePaymentRefusal } from '../making/refusal'
import { PayFrame } from '../PayFrame'
import { BankChoice } from './BankChoice'
import { MethodChoice } from './MethodChoice'
import { References } from './ReferenceFields'
import { VirtualAccount } from './VirtualAccount'

const focus = (summary: HTMLElement | null) => summary?.focus()

export function Method() {
  const { t } = useTranslation('paymentsMaking')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const sum = useChosenSum()
  const [draft, change] = useDraft()
  const methods = useCall('GetPaymentMethods', {})
  const banks = useCall('GetBankList', {})
  const isSlow = useDelayed(methods.isPending)
  // What the server refused when paying is shown at its fields, until they are changed.
  const [refused, setRefused] = usePaymentRefusal()
  const [submitted, setSubmitted] = useState(false)
  const total = sum?.total ?? '0.00'
  const offer = methods.data?.methods.find(({ paymentMethod }) => paymentMethod === draft.method)
  const most = methods.data?.mostReferenceNumbers ?? 0
  const references = filled(draft.references, total, offer?.most ?? null, language)

  const refusals = atFields(
    (refused?.fields ?? []).map(({ field, code, params }) => ({ field, message: sentence(code, language, params) })),
  )
  const errors = methodErrors({ ...draft, references }, banks.data ?? [], total, most, t('method.required'), language)
  const errorAt = (id: string) => [...refusals, ...(submitted ? errors : [])].find((error) => error.id === id)?.message

  function choose(next: Partial<typeof draft>) {
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

  if (methods.error && !methods.data) {
    return (
      <PayFrame step="method" isEmpty={false}>
        <EmptyState
          kind="failed"
          title={common('problem.loading')}
          action={<Button onPress={() => void methods.refetch()}>{common('ui.tryAgain')}</Button>}
        >
          {messageOf(methods.error)}
        </EmptyState>
      </PayFrame>
    )
  }
  return (
    <PayFrame step="method" isEmpty={!sum || sum.bills === 0}>
      <SinceNotice />
      {refusals.length > 0 && <ErrorSummary ref={focus} title={t('review.notPaid')} errors={refusals} />}
      <Form onSubmit={goOn} errors={submitted ? errors : []} errorTitle={common('problem.summary')}>
        <div className={styles.total}>
          <span>
            {t('bar.text', {
              bills: t('bills', { count: sum?.bills ?? 0, shown: countShown(sum?.bills) }),
              accounts: t('accounts', { count: sum?.accounts ?? 0, shown: countShown(sum?.accounts) }),
            })}
          </span>
          <strong>{amountShown(total)}</strong>
        </div>
        {methods.data ? (
          <MethodChoice
            offers={methods.data}
            total={total}
            value={draft.method}
            onChange={(method: PaymentMethod) => {
              setSubmitted(false)
              choose({ method })
            }}
            error={errorAt('paymentMethod')}
          />
        ) : (
          isSlow && <Skeleton height="18rem" />
        )}
        {draft.method && (
          <BankChoice
            method={draft.method}
            banks={banks}
            value={draft.bankId}
            onChange={(bankId) => choose({ bankId })}
            error={errorAt('bankId')}
          />
        )}
        {(draft.method === 'EFT_GIRO' || draft.method === 'EFT_RENTAS') && <VirtualAccount />}
        {takesReferences(draft.method) && (
          <References
            method={draft.method as PaymentMethod}
            references={references}
            total={total}
            mostOfOne={offer?.most ?? null}
            mostReferences={most}
            onChange={(references) => choose({ references })}
            errorAt={errorAt}
          />
        )}
        <FormActions>
          <Button type="submit" mode="primary" size="large">
            {t('method.goOn')}
          </Button>
          <LinkButton mode="ghost" size="large" href={link('outstandingBills')}>
            {t('method.back')}
          </LinkButton>
        </FormActions>
      </Form>
    </PayFrame>
  )
}
