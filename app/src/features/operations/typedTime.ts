import { dayAt, type Instant, instantShown } from '../../core/core'

/** The time of `20 Nov 2026, 10:05`. */
export const timeOf = (instant: Instant) => instantShown(instant, 'en').split(', ')[1] ?? ''

/** Day and time as form fields hold them; empty strings for null. */
export const typedOf = (instant: Instant | null): [day: string, time: string] => (instant ? [dayAt(instant), timeOf(instant)] : ['', ''])
