/** Asks for a reason, then turns down a colleague's proposal to release a batch, or withdraws the officer's own. */
import { checkFindingReason, instantShown, type ListedBatch } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  batch: ListedBatch
  onClose: () => void
}

export function TurnDownRelease({ batch, onClose }: Props) {
  const { t } = useTranslation('batches')
  const language = useLanguage()
  const turnDown = useWrite('TurnDownBatchRelease')
  const form = useForm({ reason: '' }, { check: ({ reason }, language) => checkFindingReason(reason, language) })
  const { billBatchId, isOwnProposal, proposedBy, proposedAt, proposedReason } = batch
  const words = isOwnProposal ? 'withdraw' : 'turnDown'
  const said = { batch: billBatchId }

  const send = () =>
    form.submit(async () => {
      await turnDown.mutateAsync({ billBatchId, reason: form.values.reason.trim() })
      onClose()
      toasts.add({ title: t(`${words}.done`, said) })
    })

  return (
    <FormDialog
      title={t(`${words}.title`, said)}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t(`${words}.action`)}
      form={form}
      tone="danger"
      calls={['TurnDownBatchRelease']}
    >
      {proposedBy !== null && proposedAt !== null && (
        <p>{t('panel.proposed', { name: proposedBy, when: instantShown(proposedAt, language), reason: proposedReason ?? '' })}</p>
      )}
      <p>{t('turnDown.body')}</p>
      <TextField {...form.field('reason')} label={t('release.reason')} hint={t('turnDown.reasonHint')} rows={3} isRequired autoFocus />
    </FormDialog>
  )
}
