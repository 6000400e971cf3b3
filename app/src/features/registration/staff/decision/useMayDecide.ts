import { type RegistrationStatus, sentence } from '../../../../core/core'
import { statuses } from '../../../../kit/company/registrationNames'
import { useMay } from '../../../../kit/session/useProfile'
import { useLanguage } from '../../../../words/useLanguage'

/** Whether an application can still be decided on, whether this person may, and why not. */
export function useMayDecide(status: RegistrationStatus) {
  const language = useLanguage()
  const mayDecide = useMay('manageBulkAccounts', 'update')
  const isOpen = status === statuses.pending
  const whyNot = isOpen ? (mayDecide ? undefined : sentence('forbidden', language)) : sentence('registrationMoved', language)
  return { isOpen, mayDecide, whyNot }
}
