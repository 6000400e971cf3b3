import { type Day, dayAt } from '../../core/core'
import { useClock } from './useNow'

/** The portal's day, at +08:00. */
export const useToday = (): Day => useClock(dayAt)
