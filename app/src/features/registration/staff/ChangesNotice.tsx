/** Counts what changed since the application was submitted before, so that nobody has to look for it. */
import { countShown, type ReviewedApplication } from '../../../core/core'
import { Notice } from '../../../ui/feedback/Notice'
import { useTranslation } from '../../../words/useTranslation'

export function ChangesNotice({ application: { changes, accountsAdded, accountsRemoved } }: { application: ReviewedApplication }) {
  const { t } = useTranslation('registrationStaff')
  const counted = (key: 'changed.fields' | 'changed.added' | 'changed.removed', count: number) =>
    count > 0 ? [t(key, { count, shown: countShown(count) })] : []
  const parts = [
    ...counted('changed.fields', changes.length),
    ...counted('changed.added', accountsAdded),
    ...counted('changed.removed', accountsRemoved),
  ]
  if (parts.length === 0) return null
  return (
    <Notice tone="warning" title={t('changed.title')}>
      {parts.join(' · ')}
    </Notice>
  )
}
