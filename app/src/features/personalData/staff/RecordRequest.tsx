/** Dialogue in which staff record a request that came outside the portal. */
import { type DataRequestChannel, type DataRequestKind, dayShown } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useToday } from '~/kit/session/useToday'
import { toasts } from '~/ui/feedback/toastQueue'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { requestKinds } from './dataRequestList'

const channels = ['letter', 'email', 'telephone'] as const satisfies readonly DataRequestChannel[]

interface Entries {
  kind: DataRequestKind
  channel: DataRequestChannel
  personName: string
  email: string
  text: string
  receivedOn: string
}

export function RecordRequest({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['personalDataStaff', 'personalData'])
  const language = useLanguage()
  const record = useWrite('RecordDataRequest')
  const initial: Entries = { kind: 'access', channel: 'letter', personName: '', email: '', text: '', receivedOn: useToday() }
  const form = useForm(initial, { at: { dateInvalid: 'receivedOn' } })
  const send = () =>
    form.submit(async () => {
      const { number, dueOn } = await record.mutateAsync(form.values)
      onClose()
      toasts.add({ title: t('record.done', { number, day: dayShown(dueOn, language) }), tone: 'good' })
    })
  return (
    <FormDialog
      title={t('record.title')}
      lead={t('record.lead')}
      onClose={onClose}
      onCancel={onClose}
      onSubmit={() => void send()}
      submitLabel={t('record.send')}
      form={form}
    >
      <Select
        label={t('record.kind')}
        options={requestKinds.map((id) => ({ id, label: t(`personalData:kinds.${id}`) }))}
        value={form.values.kind}
        onChange={(kind) => form.set('kind', kind as DataRequestKind)}
      />
      <RadioGroup
        {...form.field('channel')}
        onChange={(channel) => form.set('channel', channel as DataRequestChannel)}
        label={t('record.channel')}
        options={channels.map((id) => ({ id, title: t(`channels.${id}`) }))}
        isPlain
      />
      <TextField {...form.field('personName')} label={t('record.name')} autoComplete="off" isRequired />
      <TextField {...form.field('email')} label={t('record.email')} autoComplete="off" isOptional />
      <DateField {...form.field('receivedOn')} label={t('record.received')} hint={t('record.receivedHint')} isRequired />
      <TextField {...form.field('text')} label={t('record.text')} rows={5} isRequired />
    </FormDialog>
  )
}
