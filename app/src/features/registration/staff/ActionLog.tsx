/** What happened to an application: who, when, with which words, in the order in which it happened. */
import { instantShown, type RegistrationEvent, type RegistrationStatus, registrationStatus } from '../../../core/core'
import { Loaded } from '../../../kit/page/Loaded'
import { Timeline } from '../../../ui/text/Timeline'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from './ActionLog.module.css'
import { useLog } from './useReview'

export function ActionLog({ id, status }: { id: string; status: RegistrationStatus }) {
  const query = useLog(id, status)
  return <Loaded query={query}>{(events) => <Log events={events} />}</Loaded>
}

function Log({ events }: { events: readonly RegistrationEvent[] }) {
  const { t } = useTranslation('registrationStaff')
  const language = useLanguage()
  // Submitted once more is another thing to people than submitted.
  const first = events.findIndex(({ step }) => step === 'submit')
  return (
    <Timeline
      label={t('tab.log')}
      items={events.map((event, place) => ({
        id: `${event.at} ${event.step}`,
        tone: registrationStatus(event.status, language).tone,
        title: event.step === 'submit' && place > first ? t('step.submitAgain') : t(`step.${event.step}`),
        meta: t('log.whoWhen', { who: event.by, when: instantShown(event.at, language) }),
        children: event.remark && <p className={styles.remark}>{event.remark}</p>,
      }))}
    />
  )
}
