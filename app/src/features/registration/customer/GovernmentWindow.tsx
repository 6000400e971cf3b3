/** When government entities may register again, and the wish to be told then. */
import { useMutation } from '@tanstack/react-query'
import { constants, dayShown, type RegistrationStanding } from '../../../core/core'
import { call, messageOf } from '../../../kit/call/api'
import { useProfile } from '../../../kit/session/useProfile'
import { Button } from '../../../ui/button/Button'
import { Notice } from '../../../ui/feedback/Notice'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'

export function GovernmentWindow({ standing }: { standing: RegistrationStanding }) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { email } = useProfile()
  const notify = useMutation({
    mutationFn: () => call('GovernmentRegistrationNotification', {}),
  })
  const opens = dayShown(notify.data?.on ?? standing.governmentWindowOpens, language)
  const isNotified = standing.isNotified || notify.isSuccess
  return (
    <>
      <Notice
        tone={isNotified ? 'good' : 'neutral'}
        title={t('window.title', { day: opens })}
        isAnnounced={notify.isSuccess}
        actions={
          !isNotified && (
            <Button onPress={() => notify.mutate()} isLoading={notify.isPending}>
              {t('window.notify')}
            </Button>
          )
        }
      >
        <p>{t('window.body', { first: constants.firstGovernmentDay, last: constants.lastGovernmentDay })}</p>
        {isNotified && <p>{t('window.notified', { email, day: opens })}</p>}
      </Notice>
      {notify.isError && <Notice tone="bad" title={messageOf(notify.error)} isAnnounced />}
    </>
  )
}
