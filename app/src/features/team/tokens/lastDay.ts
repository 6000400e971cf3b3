/** The last day of a token that is created today and works for that number of days. */
import type { Day } from '~/core/core'

const MILLISECONDS_OF_DAY = 86_400_000

export const lastDay = (today: Day, days: number): Day =>
  new Date(Date.parse(`${today}T00:00:00Z`) + (days - 1) * MILLISECONDS_OF_DAY).toISOString().slice(0, 10)
