/** How many accounts of a list can be added, are not in the utility's records, or are to be corrected. */
import { countShown, type RowCounts } from '../../core/core'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import { useTranslation } from '../../words/useTranslation'

export function RowCountBadges({ counts: { ok, notKnown, toFix } }: { counts: RowCounts }) {
  const { t } = useTranslation('accounts')
  return (
    <>
      <StatusBadge tone="good">{t('upload.ok', { shown: countShown(ok) })}</StatusBadge>
      {notKnown > 0 && <StatusBadge tone="warning">{t('upload.notKnown', { shown: countShown(notKnown) })}</StatusBadge>}
      {toFix > 0 && <StatusBadge tone="bad">{t('upload.wrong', { shown: countShown(toFix) })}</StatusBadge>}
    </>
  )
}
