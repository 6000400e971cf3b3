import type { FindingState } from '~/core/core'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { useTranslation } from '~/words/useTranslation'

const tones: Record<FindingState, Tone> = {
  open: 'warning',
  dismissed: 'neutral',
  asked: 'progress',
  answered: 'warning',
  settled: 'good',
  withdrawn: 'neutral',
}

export function FindingStatus({ state }: { state: FindingState }) {
  const { t } = useTranslation('findings')
  return <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>
}
