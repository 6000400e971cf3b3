/** The history of an application, newest first. */
import { useDeferredValue } from 'react'
import { instantShown, type RegistrationEvent, type RegistrationStatus, registrationStatus } from '~/core/core'
import { historyOf } from '~/features/registration/history'
import { useQueryData } from '~/kit/call/read'
import { Timeline } from '~/ui/text/Timeline'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from '../Registration.module.css'

interface Props {
  registrationId: string
  status: RegistrationStatus
}

export function StatusHistory({ registrationId, status }: Props) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  // The previous history stays on the screen until the new history is loaded.
  const shown = useDeferredValue(status)
  const events = useQueryData(historyOf(registrationId, shown))
  if (events.length === 0) return <p className={styles.lead}>{t('history.nothing')}</p>
  return (
    <Timeline
      label={t('history.title')}
      items={sortNewestFirst(events).map(({ event, isAgain }) => ({
        id: `${event.at} ${event.step}`,
        tone: registrationStatus(event.status, language).tone,
        title: t(isAgain ? 'history.submitAgain' : `history.${event.step}`),
        meta: t('history.whoWhen', { who: event.by, when: instantShown(event.at, language) }),
        children: event.remark && <p className={styles.remark}>{event.remark}</p>,
      }))}
    />
  )
}

/** Sorts the events, newest first, and marks every submission after the first. */
function sortNewestFirst(events: readonly RegistrationEvent[]) {
  const oldest = [...events].sort((one, other) => (one.at < other.at ? -1 : 1))
  let submissions = 0
  return oldest
    .map((event) => {
      if (event.step === 'submit') submissions += 1
      return { event, isAgain: event.step === 'submit' && submissions > 1 }
    })
    .reverse()
}
