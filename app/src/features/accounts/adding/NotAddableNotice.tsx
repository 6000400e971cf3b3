/** Before a list is sent: how many of its accounts cannot be added, by the utility's records, and where they will be found. */
import { numberShown, type RowCounts } from '../../../core/core'
import { Notice } from '../../../ui/feedback/Notice'
import { useTranslation } from '../../../words/useTranslation'

export function NotAddableNotice({ counts: { ok, notKnown, toFix } }: { counts: RowCounts }) {
  const { t } = useTranslation('accounts')
  const count = notKnown + toFix
  if (count === 0) return null
  return (
    <Notice tone="warning" title={t('records.some', { count, shown: numberShown(count), all: numberShown(ok + count) })}>
      {t('records.someBody')}
    </Notice>
  )
}
