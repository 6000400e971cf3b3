/** Pays the bills of an approved proposal: the user chooses how, as in a payment without approval. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  amountShown,
  dayShown,
  type ErrorBody,
  numberShown,
  type PaymentMade,
  type ProposalDetails,
  type ReleasedProposal,
  sentence,
} from '~/core/core'
import { link, paths } from '~/core/links'
import { CallError } from '~/kit/call/api'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { isOutcome, useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { type Draft, type DraftChange, emptyDraft, fillLastAmount, requestedReferences } from '~/kit/paying/draft'
import pay from '~/kit/paying/Pay.module.css'
import { FactorNeeded } from '~/kit/session/FactorNeeded'
import { useDraft } from '~/kit/session/useDraft'
import { useHasFactor } from '~/kit/session/useHasFactor'
import { useNow } from '~/kit/session/useNow'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Form, FormActions } from '~/ui/form/Form'
import { Page } from '~/ui/layout/Page'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { atFields, errorsOf } from '../customer/method/errors'
import { MethodFields } from '../customer/method/MethodFields'
import { useRepeatedCheck } from '../customer/RepeatedNotice'
import { ConfirmRepeated } from '../customer/review/ConfirmRepeated'
import { openBank } from '../customer/review/openBank'
import { RedirectingToBank } from '../customer/review/RedirectingToBank'
import { WhatNext } from '../customer/review/WhatNext'
import { PayRun } from '../customer/run/PayRun'
import { useApprovals } from '../customer/run/useApprovals'

const route = getRouteApi(paths.releaseProposal)

export function Release() {
  const { proposalId } = route.useParams()
  return <OneRelease key={proposalId} proposalId={proposalId} />
}

function OneRelease({ proposalId }: { proposalId: string }) {
  const { t } = useTranslation('proposals')
  const [made, setMade] = useState<PaymentMade>()
  useTitle(t('release.title'))
  if (made) return <RedirectingToBank made={made} />
  return (
    <Page
      title={t('release.title')}
      width="form"
      breadcrumbs={[
        { label: t('title'), href: link('proposals') },
        { label: proposalId, href: link('proposal', { proposalId }) },
      ]}
    >
      <Boundary>
        <Releasable proposalId={proposalId} onMade={setMade} />
      </Boundary>
    </Page>
  )
}

interface Props {
  proposalId: string
  onMade: (made: PaymentMade) => void
}

function Releasable({ proposalId, onMade }: Props) {
  const { t } = useTranslation('proposals')
  const proposal = useRead('GetProposal', { proposalId })
  // A colleague may release it while the form is open. The form stays, so that the result of the user's own release is shown.
  const [couldRelease] = useState(proposal.canRelease)
  if (couldRelease) {
    return (
      <>
        <PayRun
          progress="ready"
          needsApproval
          links={{ draft: link('proposal', { proposalId }), approval: link('proposal', { proposalId }) }}
        />
        <ReleaseForm proposal={proposal} onMade={onMade} />
      </>
    )
  }
  return (
    <Notice
      tone="warning"
      title={t('release.cannot')}
      actions={
        <LinkButton size="small" href={link('proposal', { proposalId })}>
          {t('release.view')}
        </LinkButton>
      }
    >
      {t('release.cannotBody')}
    </Notice>
  )
}

/** The method, as typed and stored. The last reference's amount follows the total. */
function useReleaseDraft(proposalId: string, total: string) {
  const language = useLanguage()
  const { methods } = useRead('GetPaymentMethods', {})
  const [typed, setTyped, drop] = useDraft<Draft>(`release ${proposalId}`, emptyDraft)
  const most = methods.find(({ paymentMethod }) => paymentMethod === typed.method)?.most ?? null
  const draft = { ...typed, references: fillLastAmount(typed.references, total, most, language) }
  const change = (to: DraftChange) => setTyped((before) => ({ ...before, ...(typeof to === 'function' ? to(before) : to) }))
  return { draft, change, drop }
}

function ReleaseForm({ proposal, onMade }: { proposal: ProposalDetails; onMade: (made: PaymentMade) => void }) {
  const { t } = useTranslation('proposals')
  const { t: making } = useTranslation('paymentsMaking')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const navigate = useNavigate()
  const now = useNow()
  const readOnly = useReadOnly()
  const { proposalId, totalAmount: total, bills, totalBills, proposedBy, releaseOn } = proposal
  const approvals = useApprovals(proposalId)
  const offers = useRead('GetPaymentMethods', {})
  const banks = useOptionalRead('GetBankList', {})
  const { draft, change: store, drop } = useReleaseDraft(proposalId, total)
  const [submitted, setSubmitted] = useState(false)
  const release = useWrite('ReleaseProposal')
  const { isChecking, repeated, check, forget } = useRepeatedCheck(send)

  const refusal = release.error instanceof CallError ? release.error.body : undefined
  const isUnheard = release.isError && !isOutcome(release.error) && refusal?.code !== 'gatewayUnavailable'
  const refused = atFields((refusal?.fields ?? []).map(({ field, code, params }) => ({ field, message: sentence(code, language, params) })))
  const own = draft.method
    ? errorsOf(
        draft,
        total,
        {
          offer: offers.methods.find(({ paymentMethod }) => paymentMethod === draft.method),
          banks: banks ?? [],
          mostReferences: offers.mostReferenceNumbers,
          now,
        },
        language,
      )
    : [{ id: 'paymentMethod', message: making('method.required') }]
  const errorAt = (id: string) => [...refused, ...(submitted ? own : [])].find((error) => error.id === id)?.message
  const lacksFactor = useHasFactor() === false
  const whyNot = readOnly ?? (proposal.changes.length > 0 ? t('release.changed') : lacksFactor ? t('release.factorFirst') : undefined)

  function change(to: DraftChange) {
    // A refusal may be about the old entries. After a lost answer the payment may exist, so that stays.
    if (release.isError && !isUnheard) release.reset()
    store(to)
  }
  function send(held: readonly string[] = []) {
    const { method, bankId, references } = draft
    if (!method) return
    forget()
    release.mutate(
      {
        proposalId,
        paymentMethod: method,
        ...(bankId !== null && { bankId }),
        referenceNumbers: requestedReferences(method, references),
        ...(held.length > 0 && { heldInvoiceNos: [...held] }),
      },
      { onSuccess: (answer) => void follow(answer) },
    )
  }
  async function follow({ payment }: ReleasedProposal) {
    drop()
    // Void: a bill changed. The proposal's page names it.
    if (!payment) return navigate({ to: paths.proposal, params: { proposalId } })
    if (!payment.redirect) return navigate({ to: paths.paymentResult, params: { transactionNo: payment.transactionNo } })
    onMade(payment)
    openBank(payment.redirect)
  }
  async function submit() {
    setSubmitted(true)
    if (own.length > 0 || whyNot !== undefined || release.isPending || isChecking) return
    // After a lost answer the numbers may be those of this very payment. The same request returns it.
    if (isUnheard) return send(release.variables?.heldInvoiceNos)
    await check(draft)
  }

  return (
    <Form
      onSubmit={() => void submit()}
      errors={[...refused, ...(submitted ? own : [])]}
      errorTitle={common('problem.summary')}
      isBusy={release.isPending || isChecking}
    >
      <div className={pay.total}>
        <span>
          {t('release.lead', { bills: t('bills', { count: totalBills, shown: numberShown(totalBills) }), name: proposedBy })}
          {approvals.length > 0 && <span className={pay.under}>{t('release.approved', { who: approvals.join('; ') })}</span>}
          {releaseOn && <span className={pay.under}>{t('release.day', { day: dayShown(releaseOn, language) })}</span>}
        </span>
        <strong>{amountShown(total)}</strong>
      </div>
      {release.isError && refusal?.code !== 'billsOnHold' && refused.length === 0 && (
        <RefusalNotice
          error={release.error}
          title={making(isUnheard ? 'review.unheard' : 'review.notPaid')}
          message={isUnheard ? t('release.unheard') : sentence(refusal?.code ?? 'unexpected', language, refusal?.params)}
        />
      )}
      <FactorNeeded title={t('release.needsFactor')} />
      <MethodFields
        draft={draft}
        offers={offers}
        total={total}
        payment={{ total, invoiceNos: bills.map(({ invoiceNo }) => invoiceNo) }}
        onMethod={(method) => {
          setSubmitted(false)
          change({ method })
        }}
        onChange={change}
        errorAt={errorAt}
      />
      {draft.method && <WhatNext method={draft.method} bankId={draft.bankId} amount={total} />}
      <FormActions>
        <Button
          type="submit"
          mode="primary"
          size="large"
          isLoading={release.isPending || isChecking}
          isDisabled={whyNot !== undefined}
          why={whyNot}
        >
          {making('review.pay', { amount: amountShown(total) })}
        </Button>
        <LinkButton mode="ghost" size="large" href={link('proposal', { proposalId })}>
          {making('review.back')}
        </LinkButton>
      </FormActions>
      <ConfirmRepeated repeated={repeated} total={total} isOpen={repeated.length > 0} onClose={forget} onConfirm={() => send()} />
      {refusal?.code === 'billsOnHold' && <HeldDialog refusal={refusal} total={total} onClose={release.reset} onConfirm={send} />}
    </Form>
  )
}

interface HeldProps {
  refusal: ErrorBody
  total: string
  onClose: () => void
  onConfirm: (held: readonly string[]) => void
}

/** Asks once about the bills that are on hold since they were proposed. */
function HeldDialog({ refusal: { params }, total, onClose, onConfirm }: HeldProps) {
  const { t } = useTranslation('proposals')
  const held = (params.invoices ?? []) as string[]
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => onConfirm(held)}
      title={t('held.title', { count: held.length, shown: numberShown(held.length) })}
      confirmLabel={t('held.release', { amount: amountShown(total) })}
      cancelLabel={t('held.back')}
    >
      <p>{t('held.body', { invoices: held.join(', ') })}</p>
    </ConfirmDialog>
  )
}
