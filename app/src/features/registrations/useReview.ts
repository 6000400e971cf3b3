/** An application under review, which is followed while it may move: a colleague may decide, and the job works on it. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api'
import { type RegistrationStatus, type ReviewRequest, sentence } from '../../core'
import { queries } from '../../session'
import { useCall } from '../../useCall'
import { useMay } from '../../useProfile'
import { useLanguage } from '../../words/useLanguage'
import { statuses } from './registrationSearch'

/** Milliseconds until it is looked at again; what has come to its end is not. */
function pace(status: RegistrationStatus | undefined): number | false {
  if (status === statuses.processing) return 1_000
  return status === statuses.pending ? 5_000 : false
}

export const useReview = (id: string) =>
  useCall('GetRegistrationApplicationByID', { id }, { every: (application) => pace(application?.head.status) })

/** What happened to it; read anew as soon as it stands elsewhere. */
export const useLog = (id: string, status: RegistrationStatus) =>
  useQuery({
    queryKey: ['RegistrationRemarkLog', { id }, status],
    queryFn: ({ signal }) => call('RegistrationRemarkLog', { id }, { signal }),
    placeholderData: keepPreviousData,
  })

const shownIn = /^(BulkUserRegistration|GetRegistration|RegistrationRemarkLog|GetBulkAccounts|GetBulkChildAccountError)/

/** Asks again for whatever is shown of applications. */
const showApplicationsAnew = () => queries.invalidateQueries({ predicate: ({ queryKey }) => shownIn.test(String(queryKey[0])) })

/** A decision; whatever came of it is shown, also that a colleague was first. */
export const useDecide = () =>
  useMutation({
    mutationFn: (request: ReviewRequest) => call('UpdateBulkAccountRegistrationStatus', request),
    onSettled: () => void showApplicationsAnew(),
  })

/** Whether it can be decided on here and now by this person, and why not. */
export function useMayDecide(status: RegistrationStatus) {
  const language = useLanguage()
  const mayDecide = useMay('manageBulkAccounts', 'update')
  const isOpen = status === statuses.pending
  const whyNot = isOpen ? (mayDecide ? undefined : sentence('forbidden', language)) : sentence('registrationMoved', language)
  return { isOpen, mayDecide, whyNot }
}
