/** Where the own application stands. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../call/api'

export const standingQuery = {
  queryKey: ['GetRegistrationStatus', {}],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GetRegistrationStatus', {}, { signal }),
  // A day may have begun meanwhile.
  staleTime: 1_000,
}

export const useStanding = () => useQuery(standingQuery)
