/** Dialogue that adds a webhook, or changes the events of one. */
import type { Webhook, WebhookEventChoice, WebhookEventType, WebhookSecret } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useFollowing } from '~/kit/form/following'
import { useForm } from '~/kit/form/useForm'
import { useBulkId } from '~/kit/session/useProfile'
import { toasts } from '~/ui/feedback/toastQueue'
import { CheckGroup } from '~/ui/form/CheckGroup'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'

const groups = ['payment', 'proposal', 'bill', 'finding', 'query', 'account', 'statement', 'accountingRun'] as const

interface Props {
  webhook: Webhook | undefined
  choices: readonly WebhookEventChoice[]
  onSecret: (secret: WebhookSecret) => void
  onClose: () => void
}

export function WebhookForm({ webhook, choices, onSecret, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  const id = useBulkId()
  const [create, set] = [useWrite('CreateWebhook'), useWrite('SetWebhook')]
  const initial: { address: string; events: WebhookEventType[] } = { address: '', events: webhook ? [...webhook.events] : ['payment.paid'] }
  const form = useForm(initial)
  useFollowing(form, initial)
  const { address, events } = form.values
  const save = () =>
    form.submit(async () => {
      if (webhook) {
        await set.mutateAsync({ id, webhookId: webhook.webhookId, events, isEnabled: webhook.disabledAt === null })
        toasts.add({ title: t('changed'), tone: 'good' })
        onClose()
      } else {
        onSecret(await create.mutateAsync({ id, address, events }))
      }
    })
  return (
    <FormDialog
      title={t(webhook ? 'changeTitle' : 'add')}
      lead={webhook ? webhook.address : t('addLead')}
      onClose={onClose}
      onCancel={onClose}
      onSubmit={save}
      submitLabel={t(webhook ? 'save' : 'create')}
      form={form}
    >
      {!webhook && (
        <TextField {...form.field('address')} label={t('address')} hint={t('addressHint')} autoComplete="off" isRequired autoFocus />
      )}
      {groups.map((group, place) => {
        const own = choices.filter(({ event }) => event.startsWith(`${group}.`))
        return (
          <CheckGroup
            key={group}
            id={place === 0 ? 'events' : undefined}
            label={t(`group.${group}`)}
            all={own.length > 1 ? t('all') : undefined}
            options={own.map(({ event, title }) => ({ id: event, title, description: <code>{event}</code> }))}
            value={events.filter((event) => event.startsWith(`${group}.`))}
            onChange={(now) => form.set('events', [...events.filter((event) => !event.startsWith(`${group}.`)), ...now])}
            error={place === 0 ? form.error('events') : undefined}
          />
        )
      })}
    </FormDialog>
  )
}
