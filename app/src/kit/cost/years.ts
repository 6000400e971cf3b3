/** Pairs 25 months with the same months of the year before. */
import type { CostMonth, Money } from '../../core/core'

export interface YearMonth extends CostMonth {
  /** The same month a year earlier; undefined if it has no bill. */
  before: CostMonth | undefined
}

/** Number of bars: the current month and the twelve before it. */
export const shownMonths = 13

/** Adds to each month the same month a year earlier, oldest first. */
export function withYearBefore(months: readonly CostMonth[]): YearMonth[] {
  return months.map((month, index) => {
    const before = months[index - 12]
    return { ...month, before: before && before.bills > 0 ? before : undefined }
  })
}

/** Returns the index of the month selected at first: the last full month if it has bills, otherwise the current one. */
export function firstSpokenOf(months: readonly CostMonth[]): number {
  const full = months.length - 2
  return (months[full]?.bills ?? 0) > 0 ? full : months.length - 1
}

/** Returns the first month with bills; undefined if that is the first month of all, since earlier bills may exist. */
export function beginsIn(months: readonly CostMonth[]): string | undefined {
  const first = months.findIndex(({ bills }) => bills > 0)
  return first > 0 ? months[first]?.month : undefined
}

/** Returns the percentage by which a figure exceeds another, rounded to a tenth. Undefined if there is nothing to compare. */
export function percentMore(figure: Money | string, before: Money | string | undefined | null): number | undefined {
  const base = Number(before ?? 0)
  return base > 0 ? Math.round((Number(figure) / base - 1) * 1000) / 10 : undefined
}

/** Formats a percentage: `+4.2%`, `−3%`, `0%`. */
export function percentShown(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${Math.abs(percent)}%`
}
