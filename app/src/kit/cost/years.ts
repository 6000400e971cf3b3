/** Twenty-five months as a year beside the year before it. */
import type { CostMonth, Money } from '../../core/core'

export interface YearMonth extends CostMonth {
  /** The same month a year earlier; undefined without a bill in it. */
  before: CostMonth | undefined
}

/** The months that are shown as bars: the current one and the twelve before it. */
export const shownMonths = 13

/** Each month with the month a year before it, oldest first. */
export function withYearBefore(months: readonly CostMonth[]): YearMonth[] {
  return months.map((month, index) => {
    const before = months[index - 12]
    return { ...month, before: before && before.bills > 0 ? before : undefined }
  })
}

/** The month that is spoken of first: the last full one with bills, or else the current one. */
export function firstSpokenOf(months: readonly CostMonth[]): number {
  const full = months.length - 2
  return (months[full]?.bills ?? 0) > 0 ? full : months.length - 1
}

/** The first month with bills, unless bills go back past the first month. */
export function beginsIn(months: readonly CostMonth[]): string | undefined {
  const first = months.findIndex(({ bills }) => bills > 0)
  return first > 0 ? months[first]?.month : undefined
}

/** By how many percent a figure is above another one, to a tenth; undefined where there is nothing to compare with. */
export function percentMore(figure: Money | string, before: Money | string | undefined | null): number | undefined {
  const base = Number(before ?? 0)
  return base > 0 ? Math.round((Number(figure) / base - 1) * 1000) / 10 : undefined
}

/** `+4.2%`, `−3%`, `0%`. */
export function percentShown(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${Math.abs(percent)}%`
}
