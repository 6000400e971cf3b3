/** How long an item has been waiting. */
const HOUR = 3_600_000

export interface Age {
  unit: 'new' | 'hours' | 'days'
  count: number
}

/** Returns whole hours up to two days, then whole days. */
export function ageOf(since: string, now: string): Age {
  const hours = Math.floor((Date.parse(now) - Date.parse(since)) / HOUR)
  if (hours < 1) return { unit: 'new', count: 0 }
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}
