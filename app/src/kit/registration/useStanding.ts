/** The status of the user's own application. */
import { reading, useReading } from '../call/read'

/** Stale after a second, because the day decides whether government entities may register. */
export const standing = { ...reading('GetRegistrationStatus', {}), staleTime: 1_000 }

export const useStanding = () => useReading(standing)
