/** Compares months with the same months of the previous year, and formats the figures. */
import { type CostMonth, type Day, dayMinusMonths, type Money, numberShown } from '~/core/core'

/** A month with the same month a year earlier; undefined if it has no bill. */
export type WithYearBefore<Month extends CostMonth> = Month & {
  before: Month | undefined
  /** The changes in percent if they follow from more exact figures than those of the months. */
  changes?: { cost: number | undefined; kwh: number | undefined }
}
export type YearMonth = WithYearBefore<CostMonth>

/** Number of bars: the current month and the twelve before it. */
export const shownMonths = 13

/** Adds to each month the same month a year earlier. The months are in order, oldest first. */
export function withYearBefore<Month extends CostMonth>(months: readonly Month[]): WithYearBefore<Month>[] {
  return months.map((month, index) => {
    const before = months[index - 12]
    return { ...month, before: before && before.bills > 0 ? before : undefined }
  })
}

/** Returns the index of the initially selected month: the last full month if it has bills, otherwise the current month. */
export function initialMonthIndex(months: readonly CostMonth[]): number {
  const full = months.length - 2
  return (months[full]?.bills ?? 0) > 0 ? full : months.length - 1
}

/** Whether bills of a month are still to come: the current month, or a later one. */
export const isMonthToCome = (month: Day, today: Day): boolean => month.slice(0, 7) >= today.slice(0, 7)

/**
 * Whether a part of the use in a month is not billed yet. A bill is divided among the days of its period, so the days after the last
 * reading in the month before are billed in this month.
 */
export const isUseToCome = (month: Day, today: Day): boolean => isMonthToCome(month, dayMinusMonths(`${today.slice(0, 7)}-01`, 1))

/** Returns the index of the last month of which nothing is to come, or else of the last month. */
export function lastFullMonthIndex(months: readonly { month: Day }[], isToCome: (month: Day) => boolean): number {
  const full = months.findLastIndex(({ month }) => !isToCome(month))
  return full < 0 ? months.length - 1 : full
}

/** Returns the first month with bills; undefined if it is the first of the list, because earlier bills may exist. */
export function firstBilledMonth(months: readonly CostMonth[]): string | undefined {
  const first = months.findIndex(({ bills }) => bills > 0)
  return first > 0 ? months[first]?.month : undefined
}

/** Returns the change from `before` to `figure` in percent, rounded to a tenth. Undefined unless `before` is positive. */
export function percentChange(figure: Money | string, before: Money | string | undefined | null): number | undefined {
  const base = Number(before ?? 0)
  return base > 0 ? Math.round((Number(figure) / base - 1) * 1000) / 10 : undefined
}

/** Returns the change of a month's figure from the same month a year earlier in percent. */
export function changeFromBefore({ before, changes, ...month }: WithYearBefore<CostMonth>, measure: 'cost' | 'kwh'): number | undefined {
  return changes ? changes[measure] : percentChange(month[measure], before?.[measure])
}

/** Writes the sign of a use. That of a site that exports more than it uses is negative. */
const signed = (kwh: number, shown: (size: number) => string) => `${kwh < 0 ? '-' : ''}${shown(Math.abs(kwh))}`

interface Summary {
  /** `alone` without a month before, `before` if both figures are shown without a percentage. */
  kind: 'alone' | 'before' | 'same' | 'more' | 'less'
  /** The size of the change. */
  percent: number
}

/** Returns how a month's summary compares its cost or use with the same month a year earlier. */
export function comparedWithBefore(month: WithYearBefore<CostMonth>, measure: 'cost' | 'kwh'): Summary {
  if (!month.before) return { kind: 'alone', percent: 0 }
  const percent = changeFromBefore(month, measure)
  if (percent === undefined) return { kind: 'before', percent: 0 }
  return { kind: percent === 0 ? 'same' : percent > 0 ? 'more' : 'less', percent: Math.abs(percent) }
}

/** Formats the use of a month, in whole kWh. */
export const kwhOfMonth = (kwh: string): string => signed(Math.round(Number(kwh)), numberShown)

/** Formats the use of a day, with one decimal below 100 kWh, because an office may use only a few kWh a day. */
export const kwhOfDay = (kwh: string): string =>
  signed(Math.round(Number(kwh) * 10), (tenths) =>
    tenths >= 1000 ? numberShown(Math.round(tenths / 10)) : `${Math.trunc(tenths / 10)}.${tenths % 10}`,
  )

/** Formats a percentage: `+4.2%`, `−3%`, `0%`. */
export function percentShown(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${Math.abs(percent)}%`
}

/** Returns the size of an axis' unit (0 for ones, 1 for thousands, 2 for millions), and its divisor. */
export function axisUnit(maximum: number) {
  const size = maximum >= 2_000_000 ? 2 : maximum >= 2_000 ? 1 : 0
  return { size, divisor: 1000 ** size } as const
}

/** Formats a tick of the axis with at most one decimal. */
export function tickShown(tick: number): string {
  const tenths = Math.round(tick * 10)
  const whole = numberShown(Math.trunc(tenths / 10))
  return tenths % 10 === 0 ? whole : `${whole}.${tenths % 10}`
}
