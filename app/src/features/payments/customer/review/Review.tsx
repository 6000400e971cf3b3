/** The review before paying: payer, amount, method and next step. */

import { Navigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import {
  amountShown,
  type DuplicateInvoice,
  type ErrorBody,
  type Money,
  type PaymentMade,
  type PaymentMethod,
  type RefusedInvoice,
  type RepeatedReference,
  type Selection,
  sentence,
} from '../../../../core/core'
import { link, paths } from '../../../../core/links'
import { CallError } from '../../../../kit/call/api'
import { useOptionalQuery, useRead } from '../../../../kit/call/read'
import { isOutcome } from '../../../../kit/call/write'
import { Boundary } from '../../../../kit/page/Boundary'
import { useTitle } from '../../../../kit/page/useTitle'
import { ChangesNotice } from '../../../../kit/paying/ChangesNotice'
import { useChanges, useSelectedNow } from '../../../../kit/paying/changes'
import { draftRefusal, fitted, useDraft } from '../../../../kit/paying/draft'
import styles from '../../../../kit/paying/Pay.module.css'
import { paymentRefusal } from '../../../../kit/paying/refusal'
import { useChosenSum } from '../../../../kit/paying/selection'
import { tooMany } from '../../../../kit/paying/tooMany'
import { Button } from '../../../../ui/button/Button'
import { Link } from '../../../../ui/button/Link'
import { LinkButton } from '../../../../ui/button/LinkButton'
import { Notice } from '../../../../ui/feedback/Notice'
import { FormActions } from '../../../../ui/form/Form'
import { Page } from '../../../../ui/layout/Page'
import { ConfirmDialog } from '../../../../ui/overlay/ConfirmDialog'
import { useLanguage } from '../../../../words/useLanguage'
import { useTranslation } from '../../../../words/useTranslation'
import { RepeatedReferences } from '../../RepeatedReferences'
import { PayFrame } from '../PayFrame'
import { RepeatedNotice, useRepeated } from '../RepeatedNotice'
import { Answers } from './Answers'
import { ChosenList } from './ChosenList'
import { DuplicateDialog } from './DuplicateDialog'
import { ExcludeDialog, type UnpayableInvoice } from './ExcludeDialog'
import { FindingsNotice } from './FindingsNotice'
import { TotalDialog } from './TotalDialog'
import { usePay } from './usePay'

/** Refusals that have their own dialogue with a way to continue. */
const answered: readonly string[] = ['duplicatePayment', 'totalChanged', 'invoiceNotPayable', 'invoiceUnknown']

export function Review() {
  const sum = useChosenSum()
  const paying = usePay()
  if (paying.making.data) return <RedirectingToBank made={paying.making.data} />
  return (
    <PayFrame step="review" isEmpty={!sum || sum.bills === 0}>
      {sum && (
        <Boundary>
          <Reviewed sum={sum} paying={paying} />
        </Boundary>
      )}
    </PayFrame>
  )
}

function Reviewed({ sum, paying: { pay, making } }: { sum: Selection; paying: ReturnType<typeof usePay> }) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const [stored] = useDraft()
  const { methods, mostReferenceNumbers } = useRead('GetPaymentMethods', {})
  const { total } = sum
  // Bills may have been left out or may have changed since the amounts were entered.
  const draft = fitted(stored, total, methods, language)
  // This only blocks an outdated payment early. The server refuses changed bills too, and ChangesNotice reports a failed load.
  const changes = useChanges(useOptionalQuery(useSelectedNow()))
  const { repeated, problem } = useRepeated(
    draft.method,
    draft.references.map(({ number }) => number),
  )
  const [isConfirming, setIsConfirming] = useState(false)
  const { method } = draft
  if (!method) return <Navigate to={paths.payMethod} replace />
  const unfit = draftRefusal(draft, total, mostReferenceNumbers, language)
  if (unfit) return <BackToMethod refusal={unfit} />

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
      {making.error && !(refusal && answered.includes(refusal.code)) && (
        <Notice tone="bad" title={t(isUnheard ? 'review.unheard' : 'review.notPaid')} isAnnounced>
          {isUnheard ? t('review.unheardBody') : sentence(refusal?.code ?? 'unexpected', language, refusal?.params)}
        </Notice>
      )}
      <Answers draft={draft} method={method} sum={sum} />
      <ChosenList isSending={making.isPending} />
      {!isOwn && <RepeatedNotice repeated={repeated} problem={problem} />}
      <WhatNext method={method} />
      <FormActions>
        <Button
          mode="primary"
          size="large"
          onPress={() => (repeated.length > 0 && !isOwn ? setIsConfirming(true) : pay(method, draft))}
          isLoading={making.isPending}
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
          pay(method, draft)
        }}
      />
      {refusal && answered.includes(refusal.code) && <RefusalDialog refusal={refusal} onClose={making.reset} />}
    </div>
  )
}

/** The entries no longer fit the bills. Returns to the method step, which shows the refusal at the fields. */
function BackToMethod({ refusal }: { refusal: ErrorBody }) {
  const sayRefused = useSetAtom(paymentRefusal)
  useEffect(() => sayRefused(refusal), [refusal, sayRefused])
  return <Navigate to={paths.payMethod} replace />
}

interface ConfirmProps {
  repeated: readonly RepeatedReference[]
  total: Money
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks for confirmation when another payment has one of the reference numbers. */
function ConfirmRepeated({ repeated, total, ...dialog }: ConfirmProps) {
  const { t } = useTranslation('paymentsMaking')
  const { t: words } = useTranslation('payments')
  return (
    <ConfirmDialog
      {...dialog}
      title={t('repeated.title')}
      confirmLabel={t('repeated.confirm', { amount: amountShown(total) })}
      cancelLabel={t('repeated.back')}
    >
      <RepeatedReferences repeated={repeated} audience="customer" />
      <p>{words('references.repeatedBody')}</p>
    </ConfirmDialog>
  )
}

/** The dialogue for a refusal that can be resolved here. It names the invoices and offers a way to continue. */
function RefusalDialog({ refusal, onClose }: { refusal: ErrorBody; onClose: () => void }) {
  const { code, params } = refusal
  const invoices = params.invoices ?? []
  if (code === 'duplicatePayment') return <DuplicateDialog invoices={invoices as DuplicateInvoice[]} onClose={onClose} />
  if (code === 'totalChanged') {
    return <TotalDialog invoices={invoices as RefusedInvoice[]} seen={String(params.seen)} total={String(params.total)} onClose={onClose} />
  }
  const refused =
    code === 'invoiceUnknown'
      ? (invoices as string[]).map((invoiceNo): UnpayableInvoice => ({ invoiceNo, reason: 'billNotFound', amount: undefined }))
      : (invoices as RefusedInvoice[])
  return <ExcludeDialog invoices={refused} onClose={onClose} />
}

/** The gateway's terms. Every merchant must show them before redirecting the buyer to the bank. */
const terms = 'https://www.mepsfpx.com.my/FPXMain/termsAndConditions.jsp'

/** Explains what happens after the button is pressed, by method. */
function WhatNext({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation('paymentsMaking')
  if (method !== 'FPX') return <Notice title={t('next.title')}>{t(method === 'CHEQUE' ? 'next.cheque' : 'next.eft')}</Notice>
  return (
    <Notice tone="warning" title={t('next.keepOpen')}>
      <p>{t('next.fpx')}</p>
      <p>
        <Link href={terms} target="_blank" rel="noopener">
          {t('next.terms')}
        </Link>
      </p>
    </Notice>
  )
}

/** Shown from the moment the payment is made until the bank's page or the result opens. */
function RedirectingToBank({ made: { transactionNo, redirect } }: { made: PaymentMade }) {
  const { t } = useTranslation('paymentsMaking')
  useTitle(t('onTheWay.title'))
  if (!redirect) return null
  // The browser's Back button returns here from the bank's page, so a link leads on to the payment.
  return (
    <Page title={t('onTheWay.title')} width="form">
      <Notice
        tone="progress"
        title={t('next.keepOpen')}
        isAnnounced
        actions={
          <LinkButton size="small" href={link('paymentResult', { transactionNo })}>
            {t('onTheWay.follow', { transactionNo })}
          </LinkButton>
        }
      >
        {t('onTheWay.body')}
      </Notice>
    </Page>
  )
}
