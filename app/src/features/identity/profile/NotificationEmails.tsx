/** Whether notifications come by e-mail, too: each at once, or those of a day together. */
import { call, messageOf } from '../../../kit/call/api'
import { whenRead } from '../../../kit/call/fresh'
import { useRead } from '../../../kit/call/read'
import { useAct } from '../../../kit/call/write'
import { Boundary } from '../../../kit/page/Boundary'
import { Skeleton } from '../../../ui/feedback/Skeleton'
import { toasts } from '../../../ui/feedback/toastQueue'
import { RadioGroup } from '../../../ui/form/RadioGroup'
import { useTranslation } from '../../../words/useTranslation'

const ways = ['never', 'atOnce', 'daily'] as const

export function NotificationEmails() {
  return (
    <Boundary isPart waiting={<Skeleton width="16rem" height="6rem" />}>
      <Ways />
    </Boundary>
  )
}

function Ways() {
  const { t } = useTranslation('profile')
  const { notificationEmail } = useRead('GetUserPreferences', {})
  const change = useAct(
    async (configValue: string) => {
      await call('SetUserPreference', { preferenceCode: 'notificationEmail', configValue })
      // Until it has been read again, the choice before it would be shown.
      await whenRead()
    },
    // One after the other: the arrow keys choose faster than the server answers, and the last choice is to hold.
    { scope: { id: 'notificationEmail' }, onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }) },
  )
  const chosen = change.isPending ? change.variables : notificationEmail
  return (
    <RadioGroup
      label={t('notificationEmails.label')}
      hint={t('notificationEmails.hint')}
      options={ways.map((id) => ({ id, title: t(`notificationEmails.${id}`) }))}
      value={chosen ?? 'never'}
      onChange={change.mutate}
      isPlain
    />
  )
}
