/** The status of the user's own application. */
import { callQuery, useQueryData } from '../call/read'

/** Stale after a second, because the day determines whether government entities may register. */
export const applicationStatusQuery = { ...callQuery('GetRegistrationStatus', {}), staleTime: 1_000 }

export const useApplicationStatus = () => useQueryData(applicationStatusQuery)
