/** The state of a proposal as a badge, and its step. */
import type { ProposalState } from '~/core/core'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { useTranslation } from '~/words/useTranslation'

export const proposalTones: Record<ProposalState, Tone> = {
  proposed: 'progress',
  approved: 'warning',
  released: 'good',
  refused: 'bad',
  void: 'bad',
  lapsed: 'neutral',
  withdrawn: 'neutral',
}

export function ProposalStatus({ state }: { state: ProposalState }) {
  const { t } = useTranslation('proposals')
  return <StatusBadge tone={proposalTones[state]}>{t(`states.${state}`)}</StatusBadge>
}
