import { dayAt, type Instant, instantShown } from '../../core/core'

/** The clock's time of `20 Nov 2026, 10:05`. */
export const timeOf = (instant: Instant) => instantShown(instant, 'en').split(', ')[1] ?? ''

/** Day and time as fields have them; empty for none. */
export const typedOf = (instant: Instant | null): [day: string, time: string] => (instant ? [dayAt(instant), timeOf(instant)] : ['', ''])
