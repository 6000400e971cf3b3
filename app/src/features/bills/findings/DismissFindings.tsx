/** Asks for a reason, then dismisses findings. The toast afterwards offers to undo that. */
import { checkFindingReason, type ListedFinding, numberShown } from '~/core/core'
import { call } from '~/kit/call/api'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useUndo } from '~/kit/form/useUndo'
import { useBulkId } from '~/kit/session/useProfile'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import { inParts } from './inParts'
import { maxDecided, useDismiss } from './useFindingActions'

interface Props {
  findings: readonly ListedFinding[]
  onClose: () => void
  onDone?: () => void
}

export function DismissFindings({ findings, onClose, onDone }: Props) {
  const { t } = useTranslation('findings')
  const id = useBulkId()
  const dismiss = useDismiss()
  const offerUndo = useUndo()
  const form = useForm({ reason: '' }, { check: ({ reason }, language) => checkFindingReason(reason, language) })
  const said = { count: findings.length, shown: numberShown(findings.length) }
  const [only] = findings

  const send = () =>
    form.submit(async () => {
      await dismiss(findings, form.values.reason.trim())
      onDone?.()
      onClose()
      offerUndo(t('dismiss.done', said), async () => {
        for (const part of inParts(findings, maxDecided))
          await call('ReopenFindings', { id, findingIds: part.map(({ findingId }) => findingId) }, { key: crypto.randomUUID() })
      })
    })

  return (
    <FormDialog
      title={t('dismiss.title', said)}
      lead={t('dismiss.body', said)}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('dismiss.confirm', said)}
      form={form}
      calls={['DismissFindings']}
    >
      {findings.length === 1 && only && <p>{only.sentence}</p>}
      <TextField {...form.field('reason')} label={t('dismiss.reason')} hint={t('dismiss.reasonHint')} rows={3} isRequired autoFocus />
    </FormDialog>
  )
}
