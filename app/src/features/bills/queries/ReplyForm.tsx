/** The customer's next message, which is stored as a draft, and the actions that end the query. */
import { checkQueryMessage, constants, numberShown, type QueryDetails } from '~/core/core'
import { FrozenNotice, useFrozen } from '~/kit/announcements/frozen'
import { useWrite } from '~/kit/call/write'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { useDraft } from '~/kit/session/useDraft'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { Form } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import { ChangedNotice } from './ChangedNotice'
import { EndQuery } from './EndQuery'
import styles from './Thread.module.css'
import { useSeen } from './useSeen'

const empty = { message: '' }

export function ReplyForm({ query }: { query: QueryDetails }) {
  const { t } = useTranslation('queries')
  const { queryId, version, state } = query
  const reply = useWrite('ReplyToQuery')
  const frozen = useFrozen('ReplyToQuery')
  const [draft, setDraft] = useDraft(`reply ${queryId}`, empty)
  const form = useForm(empty, {
    state: [draft, setDraft],
    check: ({ message }, language) => checkQueryMessage(message, language),
  })
  const { isChanged, confirm } = useSeen(query, draft.message !== '')

  const send = () =>
    form.submit(async () => {
      await reply.mutateAsync({ queryId, message: form.values.message, version })
      form.reset()
      toasts.add({ title: t('reply.done') })
    })

  return (
    <Form
      onSubmit={() => frozen === undefined && !isChanged && void send()}
      errors={form.errors}
      errorTitle={t('common:problem.summary')}
      isBusy={form.isBusy}
      gap="close"
    >
      <FrozenNotice why={frozen} />
      {isChanged ? <ChangedNotice onRead={confirm} /> : <FormRefusal form={form} />}
      <TextField
        {...form.field('message')}
        label={t(state === 'open' ? 'reply.more' : 'reply.label')}
        hint={t('ask.limit', { limit: numberShown(constants.maxQueryMessage) })}
        rows={3}
        isRequired
      />
      <div className={styles.actions}>
        <Button type="submit" isLoading={form.isBusy} isDisabled={isChanged || frozen !== undefined} why={frozen ?? t('changed.first')}>
          {t(state === 'answered' ? 'reply.reopen' : 'reply.send')}
        </Button>
        <EndQuery query={query} />
      </div>
    </Form>
  )
}
