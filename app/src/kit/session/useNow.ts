import { useEffect, useState } from 'react'
import type { Instant } from '~/core/core'
import { portalNow } from './clock'

/** Milliseconds between updates. */
const updateInterval = 30_000

/** Returns a value derived from the portal's clock, updated twice a minute. */
export function useClock<T extends string>(read: (now: Instant) => T): T {
  const [value, setValue] = useState(() => read(portalNow()))
  useEffect(() => {
    const timer = setInterval(() => setValue(read(portalNow())), updateInterval)
    return () => clearInterval(timer)
  }, [read])
  return value
}

const identity = (now: Instant) => now

/** Returns the portal's time, at most half a minute old. */
export const useNow = (): Instant => useClock(identity)
