/** Geometry of the calendar's bars: heights relative to the highest bar, and the parts of each. */
import { type DueBar, numberShown } from '~/core/core'

const parts = ['overdue', 'pastDue', 'upcoming'] as const
type Part = (typeof parts)[number]

export interface WeekBar {
  bar: DueBar
  /** From the bottom up, without empty parts. */
  parts: { part: Part; share: number }[]
  bills: number
  amount: string
  /** Relative to the highest bar, from 0 to 1. */
  height: number
}

const sen = (amount: string) => Math.round(Number(amount) * 100)

export function barsOf(bars: readonly DueBar[]) {
  const sums = bars.map((bar) => ({ bar, sum: parts.reduce((all, part) => all + sen(bar[part].amount), 0) })).filter(({ sum }) => sum > 0)
  const most = Math.max(0, ...sums.map(({ sum }) => sum))
  const size = most >= 200_000_000 ? 2 : most >= 200_000 ? 1 : 0
  const divisor = 100 * 1000 ** size
  const name = (['ringgit', 'thousand', 'million'] as const)[size] ?? 'ringgit'
  return {
    unit: {
      name,
      /** At most one decimal, and only below ten. */
      shown: (amount: string) => {
        const tenths = Math.round((sen(amount) / divisor) * 10)
        return size === 0 || tenths >= 100 || tenths % 10 === 0
          ? numberShown(Math.round(tenths / 10))
          : `${Math.trunc(tenths / 10)}.${tenths % 10}`
      },
    },
    weeks: sums.map(
      ({ bar, sum }): WeekBar => ({
        bar,
        bills: parts.reduce((all, part) => all + bar[part].bills, 0),
        amount: (sum / 100).toFixed(2),
        height: sum / most,
        parts: parts.flatMap((part) => (sen(bar[part].amount) > 0 ? [{ part, share: sen(bar[part].amount) / sum }] : [])),
      }),
    ),
  }
}
