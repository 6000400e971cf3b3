import { type Day, dayAt } from '~/core/core'
import { useClock } from './useNow'

/** Returns today at +08:00, the portal's time zone. */
export const useToday = (): Day => useClock(dayAt)
