/** Dialogue that adds an address, or changes the topics and the language of one. */
import type { Language, Mailbox, MailTopic } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useFollowing } from '~/kit/form/following'
import { useForm } from '~/kit/form/useForm'
import { useBulkId } from '~/kit/session/useProfile'
import { toasts } from '~/ui/feedback/toastQueue'
import { CheckGroup } from '~/ui/form/CheckGroup'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

const topics = ['remittance', 'failedPayments', 'dueBills', 'findings'] as const satisfies MailTopic[]
const languages = ['en', 'ms'] as const satisfies Language[]

interface Entry {
  email: string
  language: Language
  topics: MailTopic[]
}

export function MailboxForm({ mailbox, onClose }: { mailbox: Mailbox | undefined; onClose: () => void }) {
  const { t } = useTranslation('mailboxes')
  const id = useBulkId()
  const own = useLanguage()
  const [add, set] = [useWrite('AddMailbox'), useWrite('SetMailbox')]
  const now: Entry = mailbox
    ? { email: mailbox.email, language: mailbox.language, topics: mailbox.topics }
    : { email: '', language: own, topics: ['remittance'] }
  const form = useForm(now, { at: { mailboxTopicsRequired: 'topics', mailboxExists: 'email' } })
  useFollowing(form, now)
  const { email, language, topics: chosen } = form.values
  const save = () =>
    form.submit(async () => {
      if (mailbox) {
        await set.mutateAsync({ id, mailboxId: mailbox.mailboxId, language, topics: chosen })
        toasts.add({ title: t('changed', { email }), tone: 'good' })
      } else {
        const added = await add.mutateAsync({ id, email, language, topics: chosen })
        toasts.add({ title: t('sent', { email: added.email }), body: t('sentBody'), tone: 'good' })
      }
      onClose()
    })
  return (
    <FormDialog
      title={mailbox ? t('changeTitle', { email }) : t('add')}
      lead={mailbox ? undefined : t('addLead')}
      onClose={onClose}
      onCancel={onClose}
      onSubmit={save}
      submitLabel={t(mailbox ? 'save' : 'send')}
      form={form}
    >
      {!mailbox && (
        <TextField {...form.field('email')} label={t('email')} hint={t('emailHint')} type="email" autoComplete="off" isRequired autoFocus />
      )}
      <CheckGroup
        id="topics"
        label={t('topics')}
        options={topics.map((topic) => ({ id: topic, title: t(`topic.${topic}`), description: t(`about.${topic}`) }))}
        value={chosen}
        onChange={(now) => form.set('topics', now)}
        error={form.error('topics')}
      />
      <RadioGroup
        id="language"
        label={t('language')}
        options={languages.map((one) => ({ id: one, title: t(`languages.${one}`) }))}
        value={language}
        onChange={(one) => form.set('language', one as Language)}
        error={form.error('language')}
      />
    </FormDialog>
  )
}
