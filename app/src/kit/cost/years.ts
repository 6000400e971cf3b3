/** Compares months with the same months of the previous year, and formats the figures. */
import { type CostMonth, type Day, type Money, numberShown } from '~/core/core'

/** A month with the same month a year earlier; undefined if it has no bill. */
export type WithYearBefore<Month extends CostMonth> = Month & { before: Month | undefined }
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

/** Returns the index of the last month before the current one, or else of the last month: bills of this month are still to come. */
export function lastFullMonthIndex(months: readonly { month: Day }[], today: Day): number {
  const full = months.findLastIndex(({ month }) => month.slice(0, 7) < today.slice(0, 7))
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

/** Writes the sign of a use. That of a site that exports more than it uses is negative. */
const signed = (kwh: number, shown: (size: number) => string) => `${kwh < 0 ? '-' : ''}${shown(Math.abs(kwh))}`

interface Summary {
  /** `alone` without a month before, `before` if both figures are shown without a percentage. */
  kind: 'alone' | 'before' | 'same' | 'more' | 'less'
  /** The size of the change. */
  percent: number
}

/** Returns how a month's summary compares its cost or use with the same month a year earlier. */
export function comparedWithBefore({ before, ...month }: WithYearBefore<CostMonth>, measure: 'cost' | 'kwh'): Summary {
  if (!before) return { kind: 'alone', percent: 0 }
  const percent = percentChange(month[measure], before[measure])
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
