/** The history of an application: user, time and remark. */
import { useDeferredValue } from 'react'
import { instantShown, type RegistrationRow, type RegistrationStatus, registrationStatus } from '~/core/core'
import { historyOf } from '~/features/registration/history'
import { useQueryData } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Timeline } from '~/ui/text/Timeline'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './ActionLog.module.css'

interface Props {
  id: string
  status: RegistrationStatus
}

/** The previous log stays on the screen until the new log is loaded. */
const useLog = ({ id, status }: Props) => useQueryData(historyOf(id, useDeferredValue(status)))

export function ActionLog(props: Props) {
  return (
    <Boundary of={props.id} isPart>
      <Log {...props} />
    </Boundary>
  )
}

function Log(props: Props) {
  const { t } = useTranslation('registrationStaff')
  const language = useLanguage()
  const events = useLog(props)
  // Submissions after the first have another title.
  const first = events.findIndex(({ step }) => step === 'submit')
  return (
    <Timeline
      label={t('tab.log')}
      items={events.map((event, index) => ({
        id: `${event.at} ${event.step}`,
        tone: registrationStatus(event.status, language).tone,
        title: event.step === 'submit' && index > first ? t('step.submitAgain') : t(`step.${event.step}`),
        meta: t('log.whoWhen', { who: event.by, when: instantShown(event.at, language) }),
        children: event.remark && <p className={styles.remark}>{event.remark}</p>,
      }))}
    />
  )
}

/** The last decision, or the end of the application, with user, time and remark. */
export function LastDecision({ head }: { head: RegistrationRow }) {
  return (
    <Boundary of={head.registrationId} isPart waiting={<Skeleton shape="box" height="5rem" />}>
      <DecisionNotice id={head.registrationId} status={head.status} />
    </Boundary>
  )
}

const decisions = new Set(['approve', 'requestForInfo', 'reject', 'close', 'withdraw', 'lapse'])

function DecisionNotice(props: Props) {
  const { t } = useTranslation('registrationStaff')
  const language = useLanguage()
  const last = useLog(props).findLast(({ step }) => decisions.has(step))
  if (!last) return null
  return (
    <Notice
      tone={last.step === 'approve' ? 'good' : registrationStatus(last.status, language).tone}
      title={t(`step.${last.step}`)}
      isAnnounced
    >
      <p>{t('log.whoWhen', { who: last.by, when: instantShown(last.at, language) })}</p>
      {last.remark && <p className={styles.quote}>{last.remark}</p>}
    </Notice>
  )
}
