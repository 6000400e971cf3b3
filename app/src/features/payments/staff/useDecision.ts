/** Whether this person can decide on the payment now, why not, and the last decision. */
import { type AdminPaymentDetails, type Event, nextStatus, paymentStatus, sentence } from '../../../core/core'
import { useMay } from '../../../kit/session/useProfile'
import { useLanguage } from '../../../words/useLanguage'

const decisions = new Set<Event>(['accepted', 'rejected', 'insufficientRequested', 'overpaymentRequested'])

export function useDecision({ head, timeline }: AdminPaymentDetails) {
  const language = useLanguage()
  const mayDecide = useMay('pendingApproval', 'update')
  const isOpen = nextStatus(head.status, 'accepted', language).error === undefined
  const moved = sentence('paymentMoved', language, { status: paymentStatus(head.status, language).staffWord })
  return {
    isOpen,
    mayDecide,
    whyNot: isOpen ? (mayDecide ? undefined : sentence('forbidden', language)) : moved,
    last: timeline.findLast(({ event }) => decisions.has(event)),
  }
}
