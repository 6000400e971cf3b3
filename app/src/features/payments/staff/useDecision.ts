/** Whether this user can decide on the payment now, the reason if not, and the last decision. */
import { type AdminPaymentDetails, type Event, type Language, type Proposed, paymentStatus, sentence } from '~/core/core'
import { nextStatus } from '~/core/forms'
import { CallError } from '~/kit/call/api'
import { useMay } from '~/kit/session/useProfile'
import { useLanguage } from '~/words/useLanguage'

const decisions = new Set<Event>(['accepted', 'rejected', 'insufficientRequested', 'overpaymentRequested', 'acceptanceProposed'])

export function useDecision({ head, timeline }: AdminPaymentDetails) {
  const language = useLanguage()
  const mayDecide = useMay('pendingApproval', 'update')
  const isOpen = nextStatus(head.status, 'accepted', language).error === undefined
  const moved = sentence('paymentMoved', language, { status: paymentStatus(head.status, language).staffWord })
  const whyNot = isOpen ? (mayDecide ? undefined : sentence('forbidden', language)) : moved
  return {
    isOpen,
    mayDecide,
    whyNot,
    /** Why this officer cannot accept, including why they cannot be the second officer. */
    whyNotAccept: whyNot ?? whyNotSecond(head.proposed, language),
    last: timeline.findLast(({ event }) => decisions.has(event)),
  }
}

/**
 * Whether the server refused a decision because its effect is not the one that the officer was told. It refuses the same decision
 * again, so the officer has to look at it first.
 */
export const isEffectChanged = (error: unknown) => error instanceof CallError && error.body.code === 'decisionEffectChanged'

/** Why this officer cannot be the second officer. */
export function whyNotSecond(proposed: Pick<Proposed, 'isOwn' | 'isRelated'> | null, language: Language) {
  if (proposed?.isOwn) return sentence('secondOfficerNeeded', language)
  return proposed?.isRelated ? sentence('officersNotIndependent', language) : undefined
}
