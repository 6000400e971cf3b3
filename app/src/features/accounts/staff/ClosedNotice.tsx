/** Says why a customer's people cannot use the portal: there is no electricity account free of errors yet. */
import { countShown } from '../../../core/core'
import { useCall } from '../../../kit/call/useCall'
import { LinkButton } from '../../../ui/button/LinkButton'
import { Notice } from '../../../ui/feedback/Notice'
import { useTranslation } from '../../../words/useTranslation'
import styles from './BulkAccounts.module.css'
import { bulkHref } from './bulkAccountList'

export function ClosedNotice({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('accountsStaff')
  const { data: cards } = useCall('GetAccountCards', { id: bulkId })
  if (!cards || cards.total > 0) return null
  const { pending, errors } = cards
  return (
    <div className={styles.closed}>
      <Notice
        tone="warning"
        title={t('closed.title')}
        actions={errors > 0 && <LinkButton href={`${bulkHref(bulkId)}/pending`}>{t('closed.see')}</LinkButton>}
      >
        <p>{t('closed.body')}</p>
        {errors > 0 && <p>{t('closed.errors', { count: errors, shown: countShown(errors) })}</p>}
        {pending > 0 && <p>{t('closed.waiting', { count: pending, shown: countShown(pending) })}</p>}
        {errors === 0 && pending === 0 && <p>{t('closed.none')}</p>}
      </Notice>
    </div>
  )
}
