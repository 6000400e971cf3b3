/** After approval: the progress of the job, and the bulk account that it created. */
import { numberShown, type ReviewedApplication } from '~/core/core'
import { link } from '~/core/links'
import { statuses } from '~/kit/company/registrationNames'
import { ViewAs } from '~/kit/company/ViewAs'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import styles from './Outcome.module.css'

export function Outcome({ application }: { application: ReviewedApplication }) {
  const { t } = useTranslation('registrationStaff')
  const { head, bulkId, failedAccounts } = application
  if (head.status === statuses.processing) return <Progress application={application} />
  if (!bulkId) return null
  if (head.status === statuses.withErrors) {
    const count = { count: failedAccounts, shown: numberShown(failedAccounts) }
    return (
      <Notice
        tone="warning"
        title={t('outcome.failed', count)}
        isAnnounced
        actions={
          <>
            <LinkButton href={link('bulkPending', { bulkId })}>{t('outcome.seeFailed')}</LinkButton>
            <ViewAs bulkId={bulkId} />
          </>
        }
      >
        {t('outcome.failedHint')}
      </Notice>
    )
  }
  return (
    <Notice
      tone="good"
      title={t('outcome.ready', { bulkId })}
      isAnnounced
      actions={
        <>
          <LinkButton href={link('bulkAccount', { bulkId })}>{t('outcome.see')}</LinkButton>
          <ViewAs bulkId={bulkId} />
        </>
      }
    />
  )
}

function Progress({ application: { processedAccounts, head } }: { application: ReviewedApplication }) {
  const { t } = useTranslation('registrationStaff')
  const words = t('outcome.progress', {
    count: head.totalAccounts,
    done: numberShown(processedAccounts),
    all: numberShown(head.totalAccounts),
  })
  return (
    <div className={styles.progress} role="status">
      <p className={styles.title}>{t('outcome.processing')}</p>
      <progress
        className={styles.bar}
        aria-label={t('outcome.processing')}
        value={processedAccounts}
        max={Math.max(1, head.totalAccounts)}
      />
      <p className={styles.quiet}>{words}</p>
    </div>
  )
}
