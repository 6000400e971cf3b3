/** Asks for a reason, then releases a batch, or proposes the release if a second officer must confirm it. */
import { useState } from 'react'
import { checkFindingReason, instantShown, type ListedBatch, numberShown } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  batch: ListedBatch
  onClose: () => void
}

export function ReleaseBatch({ batch, onClose }: Props) {
  const { t } = useTranslation('batches')
  const language = useLanguage()
  const release = useWrite('ReleaseBatch')
  const form = useForm({ reason: '' }, { check: ({ reason }, language) => checkFindingReason(reason, language) })
  // The proposal when the dialogue opened. The server refuses a release that would now confirm a later one.
  const [{ proposedBy, proposedAt, proposedReason }] = useState(batch)
  const isMoved = !release.isPending && !release.isSuccess && batch.proposedAt !== proposedAt
  // One's own proposal is stored if only its answer was lost.
  const moved = isMoved ? t(batch.isOwnProposal ? 'release.own' : 'release.moved') : undefined
  const awaitsSecondOfficer = batch.needsTwo && proposedBy === null
  const said = { batch: batch.billBatchId, bills: numberShown(batch.totalBills), flagged: numberShown(batch.flaggedBills) }

  const send = () =>
    form.submit(async () => {
      const done = await release.mutateAsync({
        billBatchId: batch.billBatchId,
        reason: form.values.reason.trim(),
        awaitsSecondOfficer,
      })
      onClose()
      toasts.add({ title: done.awaitsSecondOfficer ? t('release.proposed', said) : t('release.done', said) })
    })

  return (
    <FormDialog
      title={t('release.title', said)}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('release.confirm')}
      form={form}
      whyNot={moved}
      calls={['ReleaseBatch']}
    >
      {moved && <Notice tone="warning" title={moved} isAnnounced />}
      {batch.isChecked ? <p>{t('release.body', said)}</p> : <Notice tone="warning" title={t('release.checking')} />}
      {awaitsSecondOfficer && <p>{t('release.two')}</p>}
      {proposedBy !== null && proposedAt !== null && (
        <p>{t('panel.proposed', { name: proposedBy, when: instantShown(proposedAt, language), reason: proposedReason ?? '' })}</p>
      )}
      <TextField {...form.field('reason')} label={t('release.reason')} hint={t('release.reasonHint')} rows={3} isRequired autoFocus />
    </FormDialog>
  )
}
