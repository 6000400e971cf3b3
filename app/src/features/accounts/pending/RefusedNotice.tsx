/** Says over the list which bulk accounts refused what was asked for several at once, and why. It stays until it is closed. */
import { numberShown } from '../../../core/core'
import { messageOf } from '../../../kit/call/api'
import { Notice } from '../../../ui/feedback/Notice'
import { useTranslation } from '../../../words/useTranslation'
import styles from '../ProgressNotice.module.css'
import type { Refusal } from './eachBulkAccount'

interface Props {
  refused: readonly Refusal[]
  onClose: () => void
}

/** How many bulk accounts are named. */
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
