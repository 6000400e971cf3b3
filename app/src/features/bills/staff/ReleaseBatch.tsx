/** Asks for a reason, then releases a batch, or proposes the release if a second officer must confirm it. */
import { checkFindingReason, type ListedBatch, numberShown } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  batch: ListedBatch
  onClose: () => void
}

export function ReleaseBatch({ batch, onClose }: Props) {
  const { t } = useTranslation('batches')
  const release = useWrite('ReleaseBatch')
  const form = useForm({ reason: '' }, { check: ({ reason }, language) => checkFindingReason(reason, language) })
  const said = { batch: batch.billBatchId, bills: numberShown(batch.totalBills), flagged: numberShown(batch.flaggedBills) }

  const send = () =>
    form.submit(async () => {
      const done = await release.mutateAsync({ billBatchId: batch.billBatchId, reason: form.values.reason.trim() })
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
      calls={['ReleaseBatch']}
    >
      {batch.isChecked ? <p>{t('release.body', said)}</p> : <Notice tone="warning" title={t('release.checking')} />}
      {batch.needsTwo && batch.proposedBy === null && <p>{t('release.two')}</p>}
      <TextField {...form.field('reason')} label={t('release.reason')} hint={t('release.reasonHint')} rows={3} isRequired autoFocus />
    </FormDialog>
  )
}
