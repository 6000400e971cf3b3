/** The state of a finding as a badge, and what to do next. */
import type { FindingState, ListedFinding } from '~/core/core'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { type Translate, useTranslation } from '~/words/useTranslation'

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

/** Returns what to do next. Core's step is that of a finding before a question to the utility. */
export const nextStepOf = ({ state, nextStep }: ListedFinding, t: Translate<'findings'>): string =>
  state === 'asked' || state === 'answered' ? t(`next.${state}`) : nextStep
