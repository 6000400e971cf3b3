import { type RegistrationStatus, sentence } from '~/core/core'
import { statuses } from '~/kit/company/registrationNames'
import { useMay } from '~/kit/session/useProfile'
import { useLanguage } from '~/words/useLanguage'
import type { Decision } from '../review/reviewSearch'

/** Returns the status in which this decision can be made. */
const statusFor = (decision: Decision) => (decision === 'close' ? statuses.requested : statuses.pending)

/** Returns whether the decision is still possible, whether this user may make it, and the reason if not. */
export function useMayDecide(status: RegistrationStatus, decision: Decision = 'approve') {
  const language = useLanguage()
  const mayDecide = useMay('manageBulkAccounts', 'update')
  const isOpen = status === statusFor(decision)
  const whyNot = isOpen ? (mayDecide ? undefined : sentence('forbidden', language)) : sentence('registrationMoved', language)
  return { isOpen, mayDecide, whyNot }
}
