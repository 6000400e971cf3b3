/** Chooses whether notifications are also sent by e-mail: immediately, once a day, or never. */
import { call, messageOf } from '~/kit/call/api'
import { useRead } from '~/kit/call/read'
import { whenRefetched } from '~/kit/call/refetch'
import { useAction } from '~/kit/call/write'
import { Boundary } from '~/kit/page/Boundary'
import { isStaffRole, useProfile } from '~/kit/session/useProfile'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { toasts } from '~/ui/feedback/toastQueue'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { useTranslation } from '~/words/useTranslation'

const schedules = ['never', 'atOnce', 'daily'] as const

export function NotificationEmails() {
  return (
    <Boundary isPart waiting={<Skeleton width="16rem" height="6rem" />}>
      <ScheduleChoice />
    </Boundary>
  )
}

function ScheduleChoice() {
  const { t } = useTranslation('profile')
  const isStaff = isStaffRole(useProfile().role)
  const { notificationEmail } = useRead('GetUserPreferences', {})
  const change = useAction(
    async (configValue: string) => {
      await call('SetUserPreference', { preferenceCode: 'notificationEmail', configValue })
      // Waits until the preferences are loaded again. Otherwise the previous choice would appear for a moment.
      await whenRefetched()
    },
    // The calls run in order, because arrow keys change the choice faster than the server answers. The last choice must win.
    { scope: { id: 'notificationEmail' }, onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }) },
  )
  const chosen = change.isPending ? change.variables : notificationEmail
  return (
    <RadioGroup
      label={t('notificationEmails.label')}
      hint={t(isStaff ? 'notificationEmails.hintStaff' : 'notificationEmails.hint')}
      options={schedules.map((id) => ({ id, title: t(`notificationEmails.${id}`) }))}
      value={chosen ?? 'never'}
      onChange={change.mutate}
      isPlain
    />
  )
}
