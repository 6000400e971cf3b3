/** The audit trail of a proposal: who proposed it, every decision, and how it ended. */
import { instantShown, numberShown, type ProposalDetails } from '~/core/core'
import { Timeline, type TimelineItem } from '~/ui/text/Timeline'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { proposalTones } from './ProposalStatus'

export function ProposalRecord({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const { state, proposedBy, proposedAt, note, acts, endedAt, endReason, steps } = proposal
  const of = (name: string, at: string) => t('record.whoWhen', { name, when: instantShown(at, language) })
  const items: TimelineItem[] = [
    { id: 'proposed', tone: 'progress', title: t('record.proposed'), meta: of(proposedBy, proposedAt), children: note && <p>{note}</p> },
    ...acts.map(
      ({ step, isApproval, by, inPlaceOf, remark, at }): TimelineItem => ({
        id: `${step} ${at}`,
        tone: isApproval ? 'good' : 'bad',
        title: t(isApproval ? 'record.approved' : 'record.refused', { step: numberShown(step), steps: numberShown(steps.length) }),
        meta: inPlaceOf === null ? of(by, at) : t('record.inPlaceOf', { by, name: inPlaceOf, when: instantShown(at, language) }),
        children: remark && <p>{remark}</p>,
      }),
    ),
  ]
  // A refusal is the last decision.
  if (endedAt && state !== 'refused' && state !== 'proposed' && state !== 'approved') {
    items.push({
      id: 'ended',
      tone: proposalTones[state],
      title: t(`record.${state}`),
      meta: instantShown(endedAt, language),
      children: endReason && <p>{endReason}</p>,
    })
  }
  return <Timeline label={t('record.title')} items={items} />
}
