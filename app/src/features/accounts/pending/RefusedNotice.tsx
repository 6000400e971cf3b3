/** Notice above the list that names the bulk accounts that refused an action, and why. It stays until the user closes it. */
import { numberShown } from '../../../core/core'
import { messageOf } from '../../../kit/call/api'
import { Notice } from '../../../ui/feedback/Notice'
import { useTranslation } from '../../../words/useTranslation'
import styles from '../ProgressNotice.module.css'
import type { Refusal } from './runForEachBulkAccount'

interface Props {
  refused: readonly Refusal[]
  onClose: () => void
}

/** Maximum number of bulk accounts listed by name. */
const namedLimit = 10

export function RefusedNotice({ refused, onClose }: Props) {
  const { t } = useTranslation('accounts')
  const count = refused.reduce((sum, { rows }) => sum + rows.length, 0)
  const more = refused.length - namedLimit
  return (
    <div className={styles.over}>
      {count > 0 && (
        <Notice tone="bad" title={t('pending.stay', { count, shown: numberShown(count) })} isAnnounced onClose={onClose}>
          <ul>
            {refused.slice(0, namedLimit).map(({ bulkId, companyName, error }) => (
              <li key={bulkId}>{t('remove.why', { account: companyName, reason: messageOf(error) })}</li>
            ))}
          </ul>
          {more > 0 && <p>{t('result.others', { count: more, shown: numberShown(more) })}</p>}
        </Notice>
      )}
    </div>
  )
}
