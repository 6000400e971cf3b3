/** Parses a typed date: day, month and year in this order, the month as a number or as a name in either language. */
import { type Day, dayShown } from '~/core/core'

const languages = ['en', 'ms'] as const
let names: ReadonlyMap<string, number> | undefined

/** Month numbers by abbreviated name in both languages, such as `dec` and `dis`, taken from core's date format. */
function monthNames(): ReadonlyMap<string, number> {
  names ??= new Map(
    Array.from({ length: 12 }, (_, index) => index + 1).flatMap((month) =>
      languages.map((language) => [(dayShown(formatDay(2026, month, 1), language).split(' ')[1] ?? '').toLowerCase(), month] as const),
    ),
  )
  return names
}

/** Returns the day, or undefined if the text is not a date. A two-digit year is in this century. */
export function typedDay(text: string): Day | undefined {
  const typed = text.trim().toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return dayIfExists(iso[1], iso[2], iso[3])
  const numeric = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed) ?? /^(\d{1,2})[\s./,-]+(\d{1,2})[\s./,-]+(\d{4}|\d{2})$/.exec(typed)
  if (numeric) return dayIfExists(numeric[3], numeric[2], numeric[1])
  const named = /^(\d{1,2})[\s./,-]*([a-z]{3,9})[\s./,-]*(\d{4}|\d{2})$/.exec(typed)
  if (named) return dayIfExists(named[3], monthNames().get((named[2] ?? '').slice(0, 3)), named[1])
  return undefined
}

function dayIfExists(
  typedYear: string | undefined,
  typedMonth: string | number | undefined,
  typedDate: string | undefined,
): Day | undefined {
  const [year, month, date] = [Number(typedYear), Number(typedMonth), Number(typedDate)]
  const fullYear = year < 100 ? 2000 + year : year
  const at = new Date(Date.UTC(fullYear, month - 1, date))
  const exists = at.getUTCFullYear() === fullYear && at.getUTCMonth() === month - 1 && at.getUTCDate() === date
  return exists ? formatDay(fullYear, month, date) : undefined
}

const formatDay = (year: number, month: number, date: number): Day =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
