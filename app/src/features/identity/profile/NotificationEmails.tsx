/** Whether notifications come by e-mail, too: each at once, or those of a day together. */
import { messageOf } from '../../../kit/call/api'
import { useRead } from '../../../kit/call/read'
import { useWrite } from '../../../kit/call/write'
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
  const change = useWrite('SetUserPreference')
  const chosen = change.isPending ? change.variables.configValue : notificationEmail
  return (
    <RadioGroup
      label={t('notificationEmails.label')}
      hint={t('notificationEmails.hint')}
      options={ways.map((id) => ({ id, title: t(`notificationEmails.${id}`) }))}
      value={chosen ?? 'never'}
      onChange={(configValue) =>
        change.mutate(
          { preferenceCode: 'notificationEmail', configValue },
          { onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }) },
        )
      }
      isPlain
    />
  )
}
