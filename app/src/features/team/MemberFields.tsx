/** The nickname and the permissions of a member. */
import { roleDescription, roleOf, type TeamPermission } from '../../core/core'
import type { useForm } from '../../kit/form/useForm'
import { CheckGroup } from '../../ui/form/CheckGroup'
import { TextField } from '../../ui/form/TextField'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'

export interface MemberEntry {
  nickname: string
  permissions: TeamPermission[]
}

const ticks = ['viewOnly', 'makePayments', 'manageAccounts'] as const satisfies TeamPermission[]

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
  function describe(tick: TeamPermission) {
    const { value } = roleOf([tick], language)
    return value && roleDescription(value, language)
  }

  /** "View only" excludes the other permissions. The box ticked last wins. */
  function tick(now: TeamPermission[]) {
    const added = now.find((one) => !ticked.includes(one))
    const rest = added === 'viewOnly' ? [added] : now.filter((one) => one !== 'viewOnly' || added === undefined)
    form.set('permissions', rest)
  }
  return (
    <>
      <TextField {...form.field('nickname')} label={t('form.nickname')} hint={t('form.nicknameHint')} autoComplete="off" isOptional />
      {hasTicks && (
        <CheckGroup
          id="permissions"
          label={t('form.permissions')}
          options={ticks.map((id) => ({ id, title: t(`given.${id}`), description: describe(id) }))}
          value={ticked}
          onChange={tick}
          error={form.error('permissions')}
        />
      )}
    </>
  )
}
