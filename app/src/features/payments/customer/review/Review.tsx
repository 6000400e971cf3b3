/** Check your answers: who pays what, how, and what happens next. */

import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { amountShown, constants, sentence } from '../../../../core/core'
import { link, paths } from '../../../../core/links'
import { Refused } from '../../../../kit/call/api'
import { useCall } from '../../../../kit/call/useCall'
import { isOutcome } from '../../../../kit/call/write'
import { SinceNotice } from '../../../../kit/paying/ChangesNotice'
import { useSince } from '../../../../kit/paying/changes'
import { draftRefusal, useDraft } from '../../../../kit/paying/draft'
import styles from '../../../../kit/paying/Pay.module.css'
import { useChosenSum } from '../../../../kit/paying/selection'
import { Button } from '../../../../ui/button/Button'
import { LinkButton } from '../../../../ui/button/LinkButton'
import { Notice } from '../../../../ui/feedback/Notice'
import { FormActions } from '../../../../ui/form/Form'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import { ConfirmRepeated } from '../making/ConfirmRepeated'
import { OnTheWay } from '../making/OnTheWay'
import { RefusalDialog } from '../making/RefusalDialog'
import { WhatNext } from '../making/WhatNext'
import { PayFrame } from '../PayFrame'
import { RepeatedNotice, useRepeated } from '../RepeatedNotice'
import { Answers } from './Answers'
import { ChosenList } from './ChosenList'
import { usePay } from './usePay'

/** Refusals that have a dialogue of their own, which offers how to go on. */
const answered: readonly string[] = ['duplicatePayment', 'totalChanged', 'invoiceNotPayable', 'invoiceUnknown']

export function Review() {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const sum = useChosenSum()
  const [draft] = useDraft()
  const methods = useCall('GetPaymentMethods', {})
  const { pay, making } = usePay()
  const since = useSince()
  const { repeated, isAsking } = useRepeated(
    draft.method,
    draft.references.map(({ number }) => number),
  )
  const [isConfirming, setIsConfirming] = useState(false)

  if (making.data) return <OnTheWay made={making.data} />
  const total = sum?.total ?? '0.00'
  const isEmpty = !sum || sum.bills === 0
  if (!isEmpty && (!draft.method || (methods.data && draftRefusal(draft, total, methods.data.mostReferenceNumbers, language)))) {
    return <Navigate to={paths.payMethod} replace />
  }

  const refusal = making.error instanceof Refused ? making.error.body : undefined
  const isUnheard = making.isError && !isOutcome(making.error) && refusal?.code !== 'gatewayUnavailable'
  // The bills may be taken by this very payment, of which no answer came: asking again brings the answer, and pays once.
  const isOwn = making.isPending || isUnheard
  const isStale = !isOwn && since.gone.length + since.changed.length > 0
  const tooMany = sum && sum.bills > constants.mostInvoices
  const whyNot = tooMany
    ? sentence('invoicesTooMany', language, { limit: constants.mostInvoices })
    : isStale
      ? t('review.stale')
      : undefined
  const { method } = draft
  return (
    <PayFrame step="review" isEmpty={isEmpty}>
      {method && sum && (
        <div className={styles.sections}>
          {!isOwn && <SinceNotice />}
          {making.error && !(refusal && answered.includes(refusal.code)) && (
            <Notice tone="bad" title={t(isUnheard ? 'review.unheard' : 'review.notPaid')} isAnnounced>
              {isUnheard ? t('review.unheardBody') : sentence(refusal?.code ?? 'unexpected', language, refusal?.params)}
            </Notice>
          )}
          <Answers draft={draft} method={method} sum={sum} />
          <ChosenList />
          {!isOwn && <RepeatedNotice repeated={repeated} />}
          <WhatNext method={method} />
          <FormActions>
            <Button
              mode="primary"
              size="large"
              onPress={() => (repeated.length > 0 && !isOwn ? setIsConfirming(true) : pay(method))}
              isLoading={making.isPending || isAsking}
              isDisabled={whyNot !== undefined}
              whyShown="beside"
              {...(whyNot !== undefined && { why: whyNot })}
            >
              {t('review.pay', { amount: amountShown(total) })}
            </Button>
            <LinkButton mode="ghost" size="large" href={link('payMethod')}>
              {t('review.back')}
            </LinkButton>
          </FormActions>
          <ConfirmRepeated
            repeated={repeated}
            total={total}
            isOpen={isConfirming}
            onClose={() => setIsConfirming(false)}
            onConfirm={() => {
              setIsConfirming(false)
              pay(method)
            }}
          />
          {refusal && answered.includes(refusal.code) && <RefusalDialog refusal={refusal} onClose={making.reset} />}
        </div>
      )}
    </PayFrame>
  )
}
