/** What happened to an application, the newest first. */
import { useQuery } from '@tanstack/react-query'
import { instantShown, type RegistrationEvent, type RegistrationStatus, registrationStatus } from '../../../core/core'
import { call } from '../../../kit/call/api'
import { Loaded } from '../../../kit/page/Loaded'
import { Timeline } from '../../../ui/text/Timeline'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from './Registration.module.css'

interface Props {
  registrationId: string
  status: RegistrationStatus
}

export function StatusHistory({ registrationId, status }: Props) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const query = useQuery({
    // Another status is another history.
    queryKey: ['RegistrationRemarkLog', registrationId, status],
    queryFn: ({ signal }) => call('RegistrationRemarkLog', { id: registrationId }, { signal }),
    placeholderData: (before) => before,
  })
  return (
    <Loaded query={query}>
      {(events) =>
        events.length === 0 ? (
          <p className={styles.lead}>{t('history.nothing')}</p>
        ) : (
          <Timeline
            label={t('history.title')}
            items={inTime(events).map(({ event, isAgain }) => ({
              id: `${event.at} ${event.step}`,
              tone: registrationStatus(event.status, language).tone,
              title: t(isAgain ? 'history.submitAgain' : `history.${event.step}`),
              meta: t('history.whoWhen', { who: event.by, when: instantShown(event.at, language) }),
              children: event.remark && <p className={styles.remark}>{event.remark}</p>,
            }))}
          />
        )
      }
    </Loaded>
  )
}

/** Newest first, whatever order they come in; a second submission is one again. */
function inTime(events: readonly RegistrationEvent[]) {
  const oldest = [...events].sort((one, other) => (one.at < other.at ? -1 : 1))
  let submissions = 0
  return oldest
    .map((event) => {
      if (event.step === 'submit') submissions += 1
      return { event, isAgain: event.step === 'submit' && submissions > 1 }
    })
    .reverse()
}
