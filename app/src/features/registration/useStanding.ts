/** Where the own application stands. It is asked again as often as something may have come of it. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api'
import type { RegistrationStatus } from '../../core'

/** Seconds until it is asked again: while a job works at it, while the utility looks at it. */
const pace: Partial<Record<RegistrationStatus, number>> = { 2: 15, 4: 60, 5: 2 }

export const standingQuery = {
  queryKey: ['GetRegistrationStatus', {}],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GetRegistrationStatus', {}, { signal }),
  // Nobody else changes it in this browser, and a day may have begun meanwhile.
  staleTime: 1_000,
}

export function useStanding(isFollowed = false) {
  return useQuery({
    ...standingQuery,
    refetchInterval: ({ state }) => (isFollowed && state.data ? (pace[state.data.status] ?? 60) * 1_000 : false),
  })
}
