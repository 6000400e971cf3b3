/** The state of a request about personal data as a badge. */
import type { DataRequestState } from '~/core/core'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { useTranslation } from '~/words/useTranslation'

const tones: Record<DataRequestState, Tone> = {
  open: 'progress',
  extended: 'progress',
  answered: 'good',
  refused: 'warning',
  withdrawn: 'neutral',
}

/** Whether a request awaits an answer. */
export const isOpenRequest = (state: DataRequestState) => state === 'open' || state === 'extended'

export function RequestStatus({ state }: { state: DataRequestState }) {
  const { t } = useTranslation('personalData')
  return <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>
}
