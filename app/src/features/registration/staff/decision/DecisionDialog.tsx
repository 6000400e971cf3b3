/** Dialogue of the decision that the address names. If a colleague decided first, it shows that decision instead. */
import { useState } from 'react'
import { checkReview, numberShown, type ReviewedApplication, type ReviewRequest } from '~/core/core'
import { isOutcome, useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useDraft } from '~/kit/session/useDraft'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { Stack } from '~/ui/layout/Stack'
import { Modal } from '~/ui/overlay/Modal'
import { useTranslation } from '~/words/useTranslation'
import { LastDecision } from '../review/ActionLog'
import type { Decision } from '../review/reviewSearch'
import { AddableAccounts } from './AddableAccounts'
import { useMayDecide } from './useMayDecide'

interface Props {
  application: ReviewedApplication
  decision: Decision | undefined
  onDecided: () => void
  onClose: () => void
}

export function DecisionDialog({ application, decision, onDecided, onClose }: Props) {
  const { t } = useTranslation('registrationStaff')
  const { isOpen, mayDecide, whyNot } = useMayDecide(application.head.status, decision)
  const decide = useWrite('UpdateBulkAccountRegistrationStatus')
  /** Whether an answer was lost, so that the recorded decision may be this officer's. */
  const [isUncertain, setIsUncertain] = useState(false)
  const send = (request: ReviewRequest) =>
    decide.mutateAsync(request).catch((error: unknown) => {
      if (!isOutcome(error)) setIsUncertain(true)
      throw error
    })
  // The submission that the officer looked at. If the company submits again, the decision must not apply to the newer submission.
  const [seen] = useState(application.submission)
  // A decision just made here must not be reported as a colleague's.
  if (!decision || !mayDecide || decide.isSuccess) return null
  if (isOpen || decide.isPending)
    return <DecisionForm application={application} seen={seen} decision={decision} decide={send} onDecided={onDecided} onClose={onClose} />
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t(isUncertain ? 'decide.recorded' : 'decide.moved')}
      role="alertdialog"
      footer={<Button onPress={onClose}>{t('common:ui.close')}</Button>}
    >
      <Stack gap={4}>
        {!isUncertain && <p>{whyNot}</p>}
        <LastDecision head={application.head} />
      </Stack>
    </Modal>
  )
}

interface DecisionFormProps {
  application: ReviewedApplication
  /** The submission that was on the screen when the decision was opened. */
  seen: number
  decision: Decision
  decide: (request: ReviewRequest) => Promise<unknown>
  onDecided: () => void
  onClose: () => void
}

/**
 * Form for a decision: its consequences and the remark that the company reads. A decision that cannot be undone also asks for the
 * application's ID. The remark is stored as a draft.
 */
function DecisionForm({ application: { head, submission, accounts }, seen, decision, decide, onDecided, onClose }: DecisionFormProps) {
  const { t } = useTranslation('registrationStaff')
  const isFinal = decision === 'reject' || decision === 'close'
  const [draft, setDraft, clearDraft] = useDraft(`review ${head.registrationId} ${decision}`, { remark: '' })
  const [typed, setTyped] = useState('')
  const form = useForm(draft, {
    state: [draft, setDraft],
    check: ({ remark }, language) => checkReview(decision, remark, language),
  })
  const isTyped = !isFinal || typed.trim() === head.applicationId
  const isNewer = submission !== seen
  const whyNot = isNewer ? t('decide.newerWhy') : isTyped ? undefined : t('common:ui.typeFirst', { text: head.applicationId })

  const send = () =>
    form.submit(async () => {
      const { remark } = form.values
      await decide({
        registrationId: head.registrationId,
        action: decision,
        submission: seen,
        ...(remark.trim() && { remark: remark.trim() }),
      })
      clearDraft()
      onDecided()
      onClose()
      toasts.add({ title: t(`${decision}.done`) })
    })
  function cancel() {
    // If the company submitted again, the user closes the form to look at the changes, so the remark is kept.
    if (!isNewer) clearDraft()
    onClose()
  }
  // Counts only accounts that can be added now.
  const count = { company: head.companyName, count: accounts.ok, shown: numberShown(accounts.ok) }

  return (
    <FormDialog
      title={t(`${decision}.title`, { company: head.companyName })}
      size="large"
      onClose={onClose}
      onCancel={cancel}
      onSubmit={() => void send()}
      submitLabel={t(`${decision}.confirm`)}
      cancelLabel={t('decide.notYet')}
      form={form}
      tone={isFinal ? 'danger' : 'primary'}
      whyNot={whyNot}
    >
      {isNewer && <Notice tone="warning" title={t('decide.newer')} isAnnounced />}
      {isFinal ? (
        <Notice tone="warning" title={t('decide.forGood')}>
          {t(`${decision}.body`)}
        </Notice>
      ) : (
        <p>{t(`${decision}.body`, count)}</p>
      )}
      {decision === 'approve' && <AddableAccounts counts={accounts} />}
      <TextField
        {...form.field('remark')}
        label={t('decide.remark')}
        hint={t(`${decision}.remarkHint`)}
        rows={4}
        isRequired={decision !== 'approve'}
        isOptional={decision === 'approve'}
      />
      {isFinal && (
        <TextField
          id="typed"
          label={t('common:ui.typeToConfirm', { text: head.applicationId })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          isRequired
        />
      )}
    </FormDialog>
  )
}
