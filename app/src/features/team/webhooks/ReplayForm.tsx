/** Dialogue that sends the events of some days again. */
import { numberShown, type Webhook } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { toasts } from '~/ui/feedback/toastQueue'
import { Checkbox } from '~/ui/form/Checkbox'
import { useTranslation } from '~/words/useTranslation'

interface Entry {
  from: string
  to: string
  onlyFailed: boolean
}

/** The portal's days begin at midnight in Malaysia. */
const midnight = (day: string) => `${day}T00:00:00+08:00`
const endOf = (day: string) => `${day}T23:59:59.999+08:00`

export function ReplayForm({ webhook: { webhookId }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const id = useBulkId()
  const today = useToday()
  const replay = useWrite('ReplayWebhook')
  const form = useForm<Entry>({ from: today, to: today, onlyFailed: false })
  const { from, to, onlyFailed } = form.values
  const send = () =>
    form.submit(async () => {
      const { events } = await replay.mutateAsync({ id, webhookId, from: midnight(from), to: endOf(to), onlyFailed })
      toasts.add(
        events === 0
          ? { title: t('replay.none') }
          : { title: t('replay.done', { count: events, shown: numberShown(events) }), tone: 'good' },
      )
      onClose()
    })
  return (
    <FormDialog
      title={t('replay.title')}
      lead={t('replay.lead')}
      onClose={onClose}
      onCancel={onClose}
      onSubmit={send}
      submitLabel={t('replay.submit')}
      form={form}
    >
      <DateField {...form.field('from')} label={t('replay.from')} isRequired />
      <DateField {...form.field('to')} label={t('replay.to')} hint={t('replay.toHint')} isRequired />
      <Checkbox label={t('replay.onlyFailed')} isChecked={onlyFailed} onChange={(now) => form.set('onlyFailed', now)} />
    </FormDialog>
  )
}
