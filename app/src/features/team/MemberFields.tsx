/** Form fields of a user of a bulk account: the nickname and the permissions. */
import { roleDescription, type TeamPermission } from '~/core/core'
import { roleOf } from '~/core/forms'
import type { useForm } from '~/kit/form/useForm'
import { CheckGroup } from '~/ui/form/CheckGroup'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

export interface MemberEntry {
  nickname: string
  permissions: TeamPermission[]
}

const allPermissions = ['viewOnly', 'makePayments', 'manageAccounts'] as const satisfies TeamPermission[]

interface Props {
  form: Pick<ReturnType<typeof useForm<MemberEntry>>, 'values' | 'set' | 'field' | 'error'>
  /** False for the Master, whose role has no permissions to tick. */
  hasTicks?: boolean | undefined
}

export function MemberFields({ form, hasTicks = true }: Props) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const ticked = form.values.permissions

  /** Describes what this permission alone allows. */
  function describe(permission: TeamPermission) {
    const { value } = roleOf([permission], language)
    return value && roleDescription(value, language)
  }

  /** Sets the permissions. "View only" excludes the others, so ticking either unticks the other. */
  function setPermissions(next: TeamPermission[]) {
    const added = next.find((one) => !ticked.includes(one))
    const permissions = added === 'viewOnly' ? [added] : next.filter((one) => one !== 'viewOnly' || added === undefined)
    form.set('permissions', permissions)
  }
  return (
    <>
      <TextField {...form.field('nickname')} label={t('form.nickname')} hint={t('form.nicknameHint')} autoComplete="off" isOptional />
      {hasTicks && (
        <CheckGroup
          id="permissions"
          label={t('form.permissions')}
          options={allPermissions.map((id) => ({ id, title: t(`given.${id}`), description: describe(id) }))}
          value={ticked}
          onChange={setPermissions}
          error={form.error('permissions')}
        />
      )}
    </>
  )
}
