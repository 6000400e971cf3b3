/** Dialogue in which a user makes a request about their personal data. */
import type { DataRequestKind, DataRequestKindInfo } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { toasts } from '~/ui/feedback/toastQueue'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'

const initial: { kind: DataRequestKind; text: string } = { kind: 'access', text: '' }

export function MakeRequest({ kinds, onClose }: { kinds: readonly DataRequestKindInfo[]; onClose: () => void }) {
  const { t } = useTranslation('personalData')
  const make = useWrite('MakeDataRequest')
  const form = useForm(initial, { at: { dataRequestsTooMany: 'kind' } })
  const send = () =>
    form.submit(async () => {
      const { number } = await make.mutateAsync(form.values)
      onClose()
      toasts.add({ title: t('form.done', { number }), tone: 'good' })
    })
  return (
    <FormDialog
      title={t('form.title')}
      lead={t('form.lead')}
      onClose={onClose}
      onCancel={onClose}
      onSubmit={() => void send()}
      submitLabel={t('form.send')}
      form={form}
    >
      <RadioGroup
        {...form.field('kind')}
        onChange={(kind) => form.set('kind', kind as DataRequestKind)}
        label={t('form.kind')}
        options={kinds.map(({ kind, days }) => ({
          id: kind,
          title: t(`kinds.${kind}`),
          description: t('form.days', { count: days }),
        }))}
      />
      <TextField {...form.field('text')} label={t('form.text')} hint={t('form.textHint')} rows={5} isRequired />
    </FormDialog>
  )
}
