/** What the form of a breach sends: its days and times, each typed in a field of its own, and its number of persons. */
import { type Code, check, type FieldError, type Instant, type Language, sentence } from '~/core/core'

const pairs = [
  ['knownAt', 'knownTime'],
  ['commissionerNotifiedAt', 'commissionerTime'],
  ['personsNotifiedAt', 'personsTime'],
] as const

/** Pairs that the form has for a cyber security incident only. */
const cyberPairs = [
  ['cyberNotifiedAt', 'cyberNotifiedTime'],
  ['cyberParticularsAt', 'cyberParticularsTime'],
  ['cyberSupplementAt', 'cyberSupplementTime'],
] as const

type TimeField = (typeof pairs | typeof cyberPairs)[number][number]
type Times = Record<TimeField, string> & { isCyberIncident: string }

/** Returns a typed day and time in Malaysia. `9:30` is the same as `09:30`. */
const joined = (day: string, time: string): Instant => `${day}T${time.trim().replace(/^\d:/, '0$&')}:00+08:00`

/** Returns the instant of a typed day and time; null if both are empty. */
export const instantOf = (day: string, time: string): Instant | null => (day === '' && time.trim() === '' ? null : joined(day, time))

/** Returns the wrong days and times. A day needs a time, and a time needs a day. */
export function wrongTimes(times: Times, language: Language): { fields: FieldError[] } {
  const error = (field: TimeField, code: Code) => ({ field, code, params: {}, message: sentence(code, language) })
  const used = times.isCyberIncident === 'yes' ? [...pairs, ...cyberPairs] : pairs
  return {
    fields: used.flatMap(([dayField, timeField]) => {
      const [day, time] = [times[dayField], times[timeField]]
      if (dayField !== 'knownAt' && instantOf(day, time) === null) return []
      return [
        ...(check('day', day, language).error ? [error(dayField, 'dateInvalid')] : []),
        ...(check('instant', joined('2026-01-01', time), language).error ? [error(timeField, 'timeInvalid')] : []),
      ]
    }),
  }
}

/**
 * Returns the typed number of persons; null if the text is empty, because it is not known. Any other text becomes -1, which
 * the server refuses with the limits of the number.
 */
export function personsOf(text: string): number | null {
  const digits = text.replaceAll(/[\s,]/g, '')
  if (digits === '') return null
  const persons = /^\d+$/.test(digits) ? Number(digits) : -1
  return Number.isSafeInteger(persons) ? persons : -1
}
