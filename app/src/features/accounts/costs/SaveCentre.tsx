/** Dialogue that adds a cost centre, or changes its name and whether it is active. A code never changes. */
import { checkCostCentre } from 'gridbill-core/accounting'
import type { CostCentre } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { withSentences } from '~/kit/form/withSentences'
import { toasts } from '~/ui/feedback/toastQueue'
import { Checkbox } from '~/ui/form/Checkbox'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  bulkId: string
  /** The cost centre to change; a new one without it. */
  centre?: CostCentre | undefined
  onClose: () => void
}

export function SaveCentre({ bulkId, centre, onClose }: Props) {
  const { t } = useTranslation('costs')
  const saving = useWrite('SaveCostCentre')
  const form = useForm(
    { code: centre?.code ?? '', name: centre?.name ?? '', isActive: centre?.isActive ?? true },
    {
      check: ({ code, name }, language) => withSentences(checkCostCentre(code, name, language), language),
      at: { costCentreExists: 'code' },
    },
  )
  const { code, name, isActive } = form.values
  const save = () =>
    form.submit(async () => {
      const saved = await saving.mutateAsync({ id: bulkId, code, name, isActive, isNew: centre === undefined })
      onClose()
      toasts.add({ title: t(centre ? 'edit.done' : 'add.done', { code: saved.code }) })
    })
  return (
    <FormDialog
      title={centre ? t('edit.title', { code: centre.code }) : t('add.title')}
      lead={centre ? undefined : t('add.lead')}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t(centre ? 'edit.submit' : 'add.submit')}
      form={form}
      calls={['SaveCostCentre']}
    >
      {!centre && (
        <TextField {...form.field('code')} label={t('columns.code')} hint={t('add.codeHint')} autoComplete="off" isRequired autoFocus />
      )}
      <TextField {...form.field('name')} label={t('columns.name')} autoComplete="off" isRequired autoFocus={centre !== undefined} />
      <Checkbox label={t('edit.active')} isChecked={isActive} onChange={(next) => form.set('isActive', next)} />
    </FormDialog>
  )
}
