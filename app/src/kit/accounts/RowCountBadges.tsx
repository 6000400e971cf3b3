/** Badges with the number of accounts that can be added, are not in the utility's records, or need a correction. */
import { numberShown, type RowCounts } from '~/core/core'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { useTranslation } from '~/words/useTranslation'

export function RowCountBadges({ counts: { ok, notKnown, toFix } }: { counts: RowCounts }) {
  const { t } = useTranslation('accounts')
  return (
    <>
      <StatusBadge tone="good">{t('upload.ok', { shown: numberShown(ok) })}</StatusBadge>
      {notKnown > 0 && <StatusBadge tone="warning">{t('upload.notKnown', { shown: numberShown(notKnown) })}</StatusBadge>}
      {toFix > 0 && <StatusBadge tone="bad">{t('upload.wrong', { shown: numberShown(toFix) })}</StatusBadge>}
    </>
  )
}
