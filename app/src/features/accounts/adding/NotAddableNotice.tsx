/** Warns before sending how many accounts cannot be added according to the utility's records, and where to find them afterwards. */
import { numberShown, type RowCounts } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'

export function NotAddableNotice({ counts: { ok, notKnown, toFix } }: { counts: RowCounts }) {
  const { t } = useTranslation('accounts')
  const count = notKnown + toFix
  if (count === 0) return null
  const shown = numberShown(count)
  const title = ok > 0 ? t('records.some', { count, shown, all: numberShown(ok + count) }) : t('records.all', { count, shown })
  return (
    <Notice tone="warning" title={title}>
      {t('records.someBody')}
    </Notice>
  )
}
