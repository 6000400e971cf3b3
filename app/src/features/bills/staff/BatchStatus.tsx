/** The state of a batch as a badge. */
import type { ListedBatch } from '~/core/core'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { useTranslation } from '~/words/useTranslation'

export function BatchStatus({ batch: { state, isChecked } }: { batch: ListedBatch }) {
  const { t } = useTranslation('batches')
  if (state === 'released') return <StatusBadge tone="good">{t('states.released')}</StatusBadge>
  return isChecked ? (
    <StatusBadge tone="warning">{t('states.waiting')}</StatusBadge>
  ) : (
    <StatusBadge tone="progress">{t('states.checking')}</StatusBadge>
  )
}
