/** Dialogue that invites a user. It shows the screens and actions of the ticked permissions. Entries are stored as a draft. */
import { checkMember, roleOf } from '~/core/forms'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { RightsPreview } from '~/kit/people/RightsPreview'
import { useDraft } from '~/kit/session/useDraft'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { LimitReached } from './LimitReached'
import { type MemberEntry, MemberFields } from './MemberFields'
import { type Team, useAddMember } from './team'

interface Entry extends MemberEntry {
  email: string
}

const empty: Entry = { email: '', nickname: '', permissions: [] }

export function AddMember({ team, onClose }: { team: Team; onClose: () => void }) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const [draft, setDraft, clearDraft] = useDraft<Entry>(`addUser ${team.bulkId}`, empty)
  const add = useAddMember(team)
  const form = useForm<Entry>(empty, {
    state: [draft, setDraft],
    check: ({ email, nickname, permissions }) => checkMember(email, nickname, permissions, language),
    at: { userAlreadyInBulkAccount: 'email', userInAnotherBulkAccount: 'email', emailInUse: 'email' },
  })
  const { email, nickname, permissions } = form.values

  const send = () =>
    form.submit(async () => {
      await add.mutateAsync({ email, nickname, permissions })
      clearDraft()
      onClose()
      toasts.add({ title: t('add.done'), body: t('add.doneBody', { email: email.trim() }) })
    })
  const cancel = () => {
    clearDraft()
    onClose()
  }

  if (form.refused?.code === 'usersLimitReached') return <LimitReached team={team} message={form.refusal} isTyped onClose={onClose} />
  return (
    <FormDialog
      title={t('add.title')}
      lead={t('add.lead')}
      onClose={onClose}
      onCancel={cancel}
      onSubmit={send}
      submitLabel={t('add.submit')}
      form={form}
      aside={<RightsPreview rights={roleOf(permissions, language).value} side="customer" />}
    >
      <TextField
        {...form.field('email')}
        label={t('form.email')}
        hint={t('form.emailHint')}
        type="email"
        autoComplete="off"
        isRequired
        autoFocus
      />
      <MemberFields form={form} />
    </FormDialog>
  )
}
