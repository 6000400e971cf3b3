import { useEffect, useState } from 'react'
import type { Instant } from '../../core/core'
import { portalNow } from './clock'

const every = 30_000

/** What that makes of the portal's clock, looked at twice a minute. */
export function useClock<T extends string>(read: (now: Instant) => T): T {
  const [value, setValue] = useState(() => read(portalNow()))
  useEffect(() => {
    const timer = setInterval(() => setValue(read(portalNow())), every)
    return () => clearInterval(timer)
  }, [read])
  return value
}

const itself = (now: Instant) => now

/** The portal's clock, to within half a minute. */
export const useNow = (): Instant => useClock(itself)
