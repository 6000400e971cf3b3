import { type Day, dayAt } from '../../core/core'
import { useProfile } from './useProfile'

/** The portal's day, at +08:00. */
export const useToday = (): Day => dayAt(useProfile().now)
