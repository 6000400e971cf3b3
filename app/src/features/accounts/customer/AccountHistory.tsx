/** What was done with an account: taken in, taken out, called otherwise; by whom, and what came of it. */
import { accountError, instantShown, type TaggingEvent } from '../../../core/core'
import { Timeline } from '../../../ui/text/Timeline'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from '../company/CompanyHistory.module.css'

export function AccountHistory({ events }: { events: readonly TaggingEvent[] }) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  if (events.length === 0) return <p className={styles.none}>{t('history.none')}</p>
  return (
    <Timeline
      label={t('history.title')}
      items={events.map(({ action, requestedAt, requestedBy, doneAt, errorType, referenceId }) => ({
        id: `${requestedAt} ${action}`,
        tone: errorType ? 'bad' : doneAt ? 'good' : 'progress',
        title: t(errorType ? `history.failed.${action}` : doneAt ? `history.done.${action}` : `history.asked.${action}`),
        meta: t('history.by', { who: requestedBy, when: instantShown(requestedAt, language) }),
        children: (
          <>
            {errorType && <p>{accountError(errorType, language)}</p>}
            {action === 3 && <p>{referenceId ? t('history.reference', { reference: referenceId }) : t('history.noReference')}</p>}
          </>
        ),
      }))}
    />
  )
}
