/** Dialogues that add, edit or delete a staff user. They show the screens and actions of the chosen role. */
import { type Language, type Permissions, type Role, roleDescription, type StaffUser, sentence } from '~/core/core'
import { checkStaffUser } from '~/core/forms'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useFollowing } from '~/kit/form/following'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { RightsChange } from '~/kit/people/RightsChange'
import { RightsPreview } from '~/kit/people/RightsPreview'
import { useDraft } from '~/kit/session/useDraft'
import { toasts } from '~/ui/feedback/toastQueue'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { TextField } from '~/ui/form/TextField'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { staffName, staffRoles } from './staffUserList'

/** Only Members have permissions, so staff users have none. */
const permissions: Permissions = { makePayments: false, manageAccounts: false }
const rightsOf = (role: Role | null) => (role ? { role, permissions } : undefined)
const empty = { emailAddress: '', username: '', nickname: '', mobileNo: '', role: null as Role | null }

/** Returns a function that gives the message for a role that awaits a second officer. */
function useProposedMessage() {
  const { t } = useTranslation('staff')
  return (who: string, role: Role) => ({
    title: t('proposals.proposed', { who }),
    body: t('proposals.proposedBody', { role: t(`shell:roles.${role}`) }),
  })
}

export function AddStaffUser({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staff')
  const [draft, setDraft, clearDraft] = useDraft('addStaffUser', empty)
  const add = useWrite('AddTNBUser')
  const form = useForm(empty, {
    state: [draft, setDraft],
    check: (entry, language) => checkStaffEntry(entry, entry.emailAddress, language),
    at: { staffEmailInUse: 'emailAddress', emailInUse: 'emailAddress', staffProposalWaits: 'emailAddress' },
  })
  const { emailAddress, username, role } = form.values
  const proposedMessage = useProposedMessage()

  const send = () =>
    form.submit(async () => {
      if (!role) return
      const { awaitsSecondOfficer } = await add.mutateAsync({ ...form.values, role })
      clearDraft()
      onClose()
      if (awaitsSecondOfficer) toasts.add(proposedMessage(username.trim(), role))
      else toasts.add({ title: t('admins.done', { who: username.trim() }), body: t('admins.doneBody', { email: emailAddress.trim() }) })
    })
  function cancel() {
    clearDraft()
    onClose()
  }
  return (
    <FormDialog
      title={t('admins.add')}
      onClose={onClose}
      onCancel={cancel}
      onSubmit={send}
      submitLabel={t('admins.submit')}
      form={form}
      aside={<RightsPreview rights={rightsOf(role)} side="staff" empty={t('form.noRole')} />}
    >
      <TextField
        {...form.field('emailAddress')}
        label={t('form.email')}
        hint={t('form.emailHint')}
        type="email"
        autoComplete="off"
        isRequired
        autoFocus
      />
      <StaffFields form={form} />
    </FormDialog>
  )
}

export function EditStaffUser({ user, onClose }: { user: StaffUser; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const { t: team } = useTranslation('team')
  const language = useLanguage()
  const update = useWrite('UpdateTNBUser')
  const { username, mobileNo, nickname } = user
  const now: StaffEntry = { username, nickname: nickname ?? '', mobileNo: mobileNo ?? '', role: user.role }
  const form = useForm<StaffEntry>(now, {
    check: (entry) => checkStaffEntry(entry, null, language),
    at: { lastUserAdmin: 'role', userIsYourself: 'role', staffProposalWaits: 'role' },
  })
  useFollowing<StaffEntry>(form, now)
  const after = rightsOf(form.values.role)
  const proposedMessage = useProposedMessage()
  const roleWord = (role: Role) => t(`shell:roles.${role}`)

  const save = () =>
    form.submit(async () => {
      if (!after) return
      const { awaitsSecondOfficer } = await update.mutateAsync({ userId: user.userId, ...form.values, role: after.role })
      onClose()
      if (awaitsSecondOfficer) toasts.add(proposedMessage(form.values.username.trim(), after.role))
      else toasts.add({ title: team('edit.done', { who: form.values.username.trim() }) })
    })
  return (
    <FormDialog
      title={team('edit.title', { who: staffName(user) })}
      lead={user.emailAddress}
      onClose={onClose}
      onSubmit={save}
      submitLabel={team('edit.submit')}
      form={form}
      aside={
        <>
          <RightsChange
            title={team('change.title')}
            before={{ role: user.role, permissions }}
            after={after}
            side="staff"
            note={after && team('change.becomes', { before: roleWord(user.role), after: roleWord(after.role) })}
          />
          <RightsPreview rights={after} side="staff" />
        </>
      }
    >
      <StaffFields
        form={form}
        // Users cannot change their own role.
        whyNotRole={(role) => (user.isSelf && role !== user.role ? sentence('userIsYourself', language) : undefined)}
      />
    </FormDialog>
  )
}

/** Asks for confirmation, because this cannot be undone. */
export function DeleteStaffUser({ user, onClose }: { user: StaffUser; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const remove = useWrite('DeleteTNBUser')
  const who = staffName(user)
  function handleSuccess() {
    onClose()
    toasts.add({ title: t('admins.deleted', { who }) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ userId: user.userId }, { onSuccess: handleSuccess })}
      title={t('admins.deleteTitle', { who })}
      confirmLabel={t('admins.confirm')}
      cancelLabel={t('business.keep')}
      tone="danger"
      isLoading={remove.isPending}
    >
      {remove.isError && <RefusalNotice error={remove.error} />}
      <p>{t('admins.deleteBody')}</p>
      <p>{t('admins.forGood')}</p>
    </ConfirmDialog>
  )
}

interface StaffFieldsProps {
  form: Pick<ReturnType<typeof useForm<StaffEntry>>, 'values' | 'set' | 'field' | 'error'>
  /** Returns why a role cannot be chosen; undefined if it can. */
  whyNotRole?: ((role: StaffUser['role']) => string | undefined) | undefined
}

function StaffFields({ form, whyNotRole }: StaffFieldsProps) {
  const { t } = useTranslation('staff')
  const language = useLanguage()
  return (
    <>
      <TextField {...form.field('username')} label={t('form.name')} autoComplete="off" isRequired />
      <TextField {...form.field('nickname')} label={t('form.nickname')} autoComplete="off" isOptional />
      <TextField
        {...form.field('mobileNo')}
        label={t('form.mobile')}
        hint={t('form.mobileHint')}
        type="tel"
        prefix="+60"
        autoComplete="off"
        isTabular
        isRequired
      />
      <RadioGroup
        id="role"
        label={t('form.role')}
        options={staffRoles.map((id) => ({
          id,
          title: t(`shell:roles.${id}`),
          description: roleDescription({ role: id, permissions }, language),
          whyNot: whyNotRole?.(id),
        }))}
        value={form.values.role}
        onChange={(id) => form.set('role', staffRoles.find((role) => role === id) ?? null)}
        error={form.error('role')}
        isRequired
      />
    </>
  )
}

interface StaffEntry {
  username: string
  nickname: string
  mobileNo: string
  role: Role | null
}

/** Checks the entries by core's rules. Pass null as e-mail address if the form has none. */
const checkStaffEntry = (entry: StaffEntry, emailAddress: string | null, language: Language) =>
  checkStaffUser({ ...entry, emailAddress }, language)
