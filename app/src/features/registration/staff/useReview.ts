/** An application under review, and the decision on it. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { type RegistrationStatus, type ReviewRequest, sentence } from '../../../core/core'
import { call } from '../../../kit/call/api'
import { useCall } from '../../../kit/call/useCall'
import { statuses } from '../../../kit/company/registrationNames'
import { isSameList } from '../../../kit/list/pages'
import { useMay } from '../../../kit/session/useProfile'
import { useLanguage } from '../../../words/useLanguage'

export const useReview = (id: string) => useCall('GetRegistrationApplicationByID', { id })

/** What happened to it; read anew as soon as it stands elsewhere. */
export const useLog = (id: string, status: RegistrationStatus) =>
  useQuery({
    queryKey: ['RegistrationRemarkLog', { id }, status],
    queryFn: ({ signal }) => call('RegistrationRemarkLog', { id }, { signal }),
    // What was there before stays meanwhile, of the same application only.
    placeholderData: (before, of) => (of && isSameList(of.queryKey, ['RegistrationRemarkLog', { id }, status]) ? before : undefined),
  })

/** A decision; whatever came of it is shown, also that a colleague was first. */
export const useDecide = () => useMutation({ mutationFn: (request: ReviewRequest) => call('UpdateBulkAccountRegistrationStatus', request) })

/** Whether it can be decided on here and now by this person, and why not. */
export function useMayDecide(status: RegistrationStatus) {
  const language = useLanguage()
  const mayDecide = useMay('manageBulkAccounts', 'update')
  const isOpen = status === statuses.pending
  const whyNot = isOpen ? (mayDecide ? undefined : sentence('forbidden', language)) : sentence('registrationMoved', language)
  return { isOpen, mayDecide, whyNot }
}
