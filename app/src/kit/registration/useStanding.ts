/** Where the own application stands. */
import { reading, useReading } from '../call/read'

/** It is old after a second: whether government entities may register changes with the day. */
export const standing = { ...reading('GetRegistrationStatus', {}), staleTime: 1_000 }

export const useStanding = () => useReading(standing)
