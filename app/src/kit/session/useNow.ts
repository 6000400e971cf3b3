import { useEffect, useState } from 'react'
import type { Instant } from '../../core/core'
import { portalNow } from './clock'

const every = 30_000

/** Derives a value from the portal's clock, updated twice a minute. */
export function useClock<T extends string>(read: (now: Instant) => T): T {
  const [value, setValue] = useState(() => read(portalNow()))
  useEffect(() => {
    const timer = setInterval(() => setValue(read(portalNow())), every)
    return () => clearInterval(timer)
  }, [read])
  return value
}

const itself = (now: Instant) => now

/** Returns the portal's time, at most half a minute old. */
export const useNow = (): Instant => useClock(itself)
