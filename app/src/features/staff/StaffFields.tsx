/** The form fields of a staff user. */
import { roleDescription, type StaffUser } from '../../core/core'
import type { useForm } from '../../kit/form/useForm'
import { RadioGroup } from '../../ui/form/RadioGroup'
import { TextField } from '../../ui/form/TextField'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import type { StaffEntry } from './staffUser'
import { staffRoles } from './staffUserList'

/** Permissions that only a Member can have. */
const none = { makePayments: false, manageAccounts: false }

interface Props {
  form: Pick<ReturnType<typeof useForm<StaffEntry>>, 'values' | 'set' | 'field' | 'error'>
  /** Returns why a role cannot be chosen. */
  whyNotRole?: ((role: StaffUser['role']) => string | undefined) | undefined
}

export function StaffFields({ form, whyNotRole }: Props) {
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
          description: roleDescription({ role: id, permissions: none }, language),
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
