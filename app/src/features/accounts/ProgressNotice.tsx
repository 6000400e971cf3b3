/** Over the lists of accounts while jobs take some in or out: how far they have come. One may leave the page meanwhile. */

import { useCall } from '../../kit/call/useCall'
import { Notice } from '../../ui/feedback/Notice'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden'
import { useTranslation } from '../../words/useTranslation'
import { ProgressBar } from './ProgressBar'
import styles from './ProgressBar.module.css'
import type { Source } from './source'

export function ProgressNotice({ source }: { source: Source }) {
  const { t } = useTranslation('accounts')
  const { data: progress } = useCall('GetTaggingProgress', { id: source.bulkId })
  const pending = progress?.pending ?? 0
  const title = t(source.isStaff ? 'progress.theirs' : 'progress.title')
  return (
    <>
      <VisuallyHidden role="status">{pending > 0 && title}</VisuallyHidden>
      {pending > 0 && (
        <div className={styles.over}>
          <Notice tone="progress" title={title}>
            {progress && <ProgressBar label={t('progress.body')} done={progress.done} total={progress.done + pending} />}
          </Notice>
        </div>
      )}
    </>
  )
}
