/**
 * Buttons to approve, request information, reject, or close an unanswered application. After the decision: its outcome and the
 * progress of the job that creates the bulk account.
 */
import type { ReviewedApplication } from '~/core/core'
import { dayShown, instantShown, numberShown } from '~/core/core'
import styles from '~/kit/page/Decision.module.css'
import { QueueNext } from '~/kit/queue/QueueNext'
import type { Queue } from '~/kit/queue/useQueue'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { LastDecision } from '../review/ActionLog'
import type { Decision } from '../review/reviewSearch'
import { AddableAccounts } from './AddableAccounts'
import { Outcome } from './Outcome'
import { useMayDecide } from './useMayDecide'

interface Props {
  application: ReviewedApplication
  onDecide: (decision: Decision) => void
  queue: Queue | undefined
  /** Whether this user made the decision on this page. */
  isDecidedHere: boolean
}

export function DecisionPanel({ application, onDecide, queue, isDecidedHere }: Props) {
  const { t } = useTranslation('registrationStaff')
  const { head } = application
  const { isOpen, mayDecide } = useMayDecide(head.status)
  return (
    <Card title={t('decide.title')} isInLandmark>
      <Stack gap={5}>
        {isOpen && mayDecide && <p className={styles.quiet}>{t('decide.lead')}</p>}
        {isOpen && !mayDecide && <Notice title={t('decide.viewOnly')} />}
        {isOpen && <AddableAccounts counts={application.accounts} />}
        {!isOpen && <LastDecision head={head} />}
        <Outcome application={application} />
        <Unanswered application={application} onDecide={onDecide} />
        {!isOpen && <QueueNext queue={queue} isFocused={isDecidedHere} />}
        {isOpen && mayDecide && (
          <Stack gap={3}>
            <Button mode="primary" size="large" isWide onPress={() => onDecide('approve')}>
              {t('decide.approve')}
            </Button>
            <Button size="large" isWide onPress={() => onDecide('requestForInfo')}>
              {t('decide.requestForInfo')}
            </Button>
            <Button size="large" isWide onPress={() => onDecide('reject')}>
              {t('decide.reject')}
            </Button>
          </Stack>
        )}
        <div className={styles.other}>
          <ApplicationDetails application={application} />
        </div>
      </Stack>
    </Card>
  )
}

/** The last day on which the customer can answer, and the button to close an unanswered application. */
function Unanswered({ application: { head, answerBy }, onDecide }: Pick<Props, 'application' | 'onDecide'>) {
  const { t } = useTranslation('registrationStaff')
  const language = useLanguage()
  const { isOpen, mayDecide } = useMayDecide(head.status, 'close')
  if (!isOpen || !answerBy) return null
  return (
    <Stack gap={3}>
      <p className={styles.quiet}>{t('decide.answerBy', { day: dayShown(answerBy, language) })}</p>
      {mayDecide && (
        <Button isWide onPress={() => onDecide('close')}>
          {t('decide.close')}
        </Button>
      )}
    </Stack>
  )
}

/** Details of the application that are not part of the form. */
function ApplicationDetails({ application: { head, termsVersion } }: { application: ReviewedApplication }) {
  const { t } = useTranslation('registrationStaff')
  const language = useLanguage()
  return (
    <Description
      columns={2}
      items={[
        { id: 'by', label: t('review.by'), value: head.submittedBy },
        { id: 'at', label: t('review.at'), value: instantShown(head.submittedDate, language) },
        { id: 'accounts', label: t('column.accounts'), value: numberShown(head.totalAccounts) },
        { id: 'id', label: t('column.application'), value: head.applicationId },
        { id: 'terms', label: t('review.terms'), value: termsVersion },
      ]}
    />
  )
}
