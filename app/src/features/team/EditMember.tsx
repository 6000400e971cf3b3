/** Dialogue that changes a user's nickname and permissions. Before saving it shows the rights that the user gains and loses. */
import type { Role, TeamMember } from '~/core/core'
import { checkMember, roleOf, ticksOf } from '~/core/forms'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useFollowing } from '~/kit/form/following'
import { useForm } from '~/kit/form/useForm'
import { RightsChange } from '~/kit/people/RightsChange'
import { RightsPreview } from '~/kit/people/RightsPreview'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { type MemberEntry, MemberFields } from './MemberFields'
import { memberName } from './memberList'

interface Props {
  member: TeamMember
  onClose: () => void
}

export function EditMember({ member, onClose }: Props) {
  const { t } = useTranslation('team')
  const language = useLanguage()
  const update = useWrite('UpdateBulkUser')
  const isMaster = member.role === 'master'
  const now: MemberEntry = { nickname: member.nickname ?? '', permissions: ticksOf(member) }
  const form = useForm<MemberEntry>(now, {
    // The form has no e-mail address, and no permissions for the Master, so core checks valid values in their place.
    check: ({ nickname, permissions }) => checkMember(member.email, nickname, isMaster ? ['viewOnly'] : permissions, language),
  })
  useFollowing<MemberEntry>(form, now)
  const { nickname, permissions } = form.values
  const after = isMaster ? member : roleOf(permissions, language).value
  const roleWord = (role: Role) => t(`shell:roles.${role}`)

  const save = () =>
    form.submit(async () => {
      if (!after) return
      const ticked = after.role === 'member' ? { permissions } : {}
      await update.mutateAsync({ userId: member.userId, nickname, role: after.role, ...ticked })
      onClose()
      toasts.add({ title: t('edit.done', { who: memberName(member) }) })
    })

  return (
    <FormDialog
      title={t('edit.title', { who: memberName(member) })}
      lead={member.email}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('edit.submit')}
      form={form}
      aside={
        <>
          {!isMaster && (
            <RightsChange
              title={t('change.title')}
              before={member}
              after={after}
              side="customer"
              note={
                after && after.role !== member.role
                  ? t('change.becomes', { before: roleWord(member.role), after: roleWord(after.role) })
                  : t('change.atOnce')
              }
            />
          )}
          <RightsPreview rights={after} side="customer" />
        </>
      }
    >
      {isMaster && <Notice title={t('edit.master')} />}
      <MemberFields form={form} hasTicks={!isMaster} />
    </FormDialog>
  )
}
