import { dayAt, type Instant, instantShown } from '~/core/core'

/** Returns the Malaysia time of an instant for a form field: `10:05`. */
export const timeOf = (instant: Instant) => instantShown(instant, 'en').split(', ')[1] ?? ''

/** Returns day and time for form fields; empty strings for null. */
export const dayAndTimeOf = (instant: Instant | null): [day: string, time: string] =>
  instant ? [dayAt(instant), timeOf(instant)] : ['', '']
