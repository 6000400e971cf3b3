/** The review of a payment that needs approval: the steps, a note to the approvers, which is stored as a draft, and the button. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ApprovalPreview, amountShown, numberShown, type Selection, sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { CallError } from '~/kit/call/api'
import { useOptionalQuery } from '~/kit/call/read'
import { isOutcome, useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { ChangesNotice } from '~/kit/paying/ChangesNotice'
import { useChanges, useSelectionQuery } from '~/kit/paying/changes'
import styles from '~/kit/paying/Pay.module.css'
import { heldOf, useChosen } from '~/kit/paying/selection'
import { tooMany } from '~/kit/paying/tooMany'
import { withdrawUndo } from '~/kit/paying/undo'
import { useDraft } from '~/kit/session/useDraft'
import { useBulkId } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { FormActions } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { Answers } from './Answers'
import { ChosenList } from './ChosenList'
import { FindingsNotice } from './FindingsNotice'
import { isResolvable, RefusalDialog } from './RefusalDialog'
import { TakenOutCard } from './TakenOutCard'

// Its rules are in a package that the review does not need otherwise.
const ReleaseDay = deferComponent(async () => (await import('./ReleaseDay')).ReleaseDay)

interface Props {
  sum: Selection
  approval: ApprovalPreview
}

export function SendForApproval({ sum, approval }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const language = useLanguage()
  const id = useBulkId()
  const navigate = useNavigate()
  const readOnly = useReadOnly()
  const [bills, setBills] = useChosen()
  const [{ note, releaseOn }, setDraft, drop] = useDraft(`proposal ${id}`, { note: '', releaseOn: '' })
  const propose = useWrite('CreateProposal')
  const changes = useChanges(useOptionalQuery(useSelectionQuery()))
  const refusal = propose.error instanceof CallError ? propose.error.body : undefined
  const otherProposal = refusal?.code === 'billsProposed' ? refusal.params.proposal : undefined
  const isUnheard = propose.isError && !isOutcome(propose.error)
  // The bills may belong to this very proposal, if its response was lost.
  const isOwn = propose.isPending || isUnheard
  const isStale = !isOwn && changes.gone.length + changes.changed.length > 0
  const errorOf = (name: string) => refusal?.fields.find(({ field }) => field === name)?.message
  /** Why the typed day cannot be the day of release. The server is not asked about it. */
  const [dayProblem, setDayProblem] = useState<string>()
  const blocked = approval.refusal === 'proposalBlocked' ? t('approval.blocked') : approval.refusal && sentence(approval.refusal, language)
  const whyNot = readOnly ?? tooMany(sum.bills, language) ?? (isStale ? t('review.stale') : (blocked ?? undefined))

  function change(to: Partial<{ note: string; releaseOn: string }>) {
    // A refusal may be about the old text. After a lost answer the proposal may exist, so that stays.
    if (propose.isError && !isUnheard) propose.reset()
    setDraft((before) => ({ ...before, ...to }))
  }
  function send() {
    if (dayProblem !== undefined) return document.getElementById('releaseOn')?.focus()
    withdrawUndo()
    const text = note.trim()
    propose.mutate(
      {
        id,
        invoiceNos: [...bills.keys()],
        totalAmount: sum.total,
        heldInvoiceNos: heldOf(bills),
        ...(text && { note: text }),
        ...(releaseOn && { releaseOn }),
      },
      {
        onSuccess: async ({ proposalId }) => {
          toasts.add({ title: t('approval.sent'), body: t('approval.sentBody') })
          await navigate({ to: paths.proposal, params: { proposalId } })
          setBills(new Map())
          drop()
        },
      },
    )
  }

  return (
    <div className={styles.sections}>
      {!isOwn && <ChangesNotice />}
      {!isOwn && <FindingsNotice isSending={propose.isPending} />}
      {propose.isError && !(refusal && isResolvable(refusal)) && (
        <RefusalNotice
          error={propose.error}
          title={t(isUnheard ? 'review.unheard' : 'approval.notSent')}
          message={isUnheard ? t('approval.unheardBody') : sentence(refusal?.code ?? 'unexpected', language, refusal?.params)}
          actions={
            typeof otherProposal === 'string' && (
              <LinkButton size="small" href={link('proposal', { proposalId: otherProposal })}>
                {t('approval.otherProposal', { proposalId: otherProposal })}
              </LinkButton>
            )
          }
        />
      )}
      <Notice tone="progress" title={t('approval.needed')}>
        {approval.steps.length > 1 ? (
          <ol>
            {approval.steps.map((step, place) => (
              <li key={`${place} ${step}`}>{t('approval.step', { step: numberShown(place + 1), who: step })}</li>
            ))}
          </ol>
        ) : (
          approval.sentence
        )}
      </Notice>
      <Answers sum={sum} />
      <ChosenList isSending={propose.isPending} />
      <TakenOutCard isSending={propose.isPending} />
      <TextField
        id="note"
        label={t('approval.note')}
        hint={t('approval.noteHint')}
        value={note}
        onChange={(next) => change({ note: next })}
        error={errorOf('note')}
        rows={3}
        isOptional
        isDisabled={propose.isPending}
      />
      <ReleaseDay
        value={releaseOn}
        onChange={(next) => change({ releaseOn: next })}
        onProblem={setDayProblem}
        error={errorOf('releaseOn')}
        isDisabled={propose.isPending}
      />
      <Notice title={t('next.title')}>{t('approval.next')}</Notice>
      <FormActions>
        <Button
          mode="primary"
          size="large"
          onPress={send}
          isLoading={propose.isPending}
          isDisabled={whyNot !== undefined}
          whyShown="beside"
          why={whyNot}
        >
          {t('approval.send', { amount: amountShown(sum.total) })}
        </Button>
        <LinkButton mode="ghost" size="large" href={link('outstandingBills')}>
          {t('method.back')}
        </LinkButton>
      </FormActions>
      {refusal && isResolvable(refusal) && <RefusalDialog refusal={refusal} onClose={propose.reset} />}
    </div>
  )
}
