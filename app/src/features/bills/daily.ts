/** Assigns the bills of an account to months, with their daily use and cost. */
import { type CostMonth, changeADay, type DailyBill, type Day, dayMinusMonths, type InvoiceNo, yearBefore } from '~/core/core'
import type { WithYearBefore } from '~/kit/cost/years'

/** Number of months: the month of the bill and the 24 before it. */
const monthCount = 25

/** A month of the chart, with the bill whose daily figures it shows. */
export interface DailyMonth extends CostMonth {
  bill: DailyBill | undefined
  /** All bills with the same period as `bill`, oldest first. */
  periodBills: readonly DailyBill[]
}

const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`

/**
 * Returns 25 months up to the month in which the bill's period ended, oldest first, each with the period that ended nearest to a year
 * before its own. If a month has several periods, the last one counts; in the bill's own month, that of the bill. If the month before
 * is empty, the first of two periods is in that one, because readings may differ by some days around the end of a month. Bills with
 * the same period are added up, because a later one may correct the first by a difference. A bill that does not count, because its
 * e-invoice was cancelled, is shown alone. Periods without a use are left out.
 */
export function dailyMonths(bills: readonly DailyBill[], invoiceNo: InvoiceNo, isCounted = true): WithYearBefore<DailyMonth>[] {
  const own = bills.find((bill) => bill.invoiceNo === invoiceNo) ?? bills.at(-1)
  if (!own) return []
  const last = monthOf(own.last)
  const counted = isCounted ? bills : bills.filter((bill) => bill.invoiceNo !== invoiceNo)
  const inPeriodOf = (one: DailyBill) => counted.filter(({ first, last }) => first === one.first && last === one.last)
  const earlier = counted.filter((bill) => bill.last <= own.last)
  const all = [...earlier.map(inPeriodOf), counted.includes(own) ? inPeriodOf(own) : [own]]
  const periods = all.filter((period) => period.some(({ kwhADay }) => kwhADay !== null))
  const byMonth = new Map<Day, readonly DailyBill[]>()
  for (const period of periods) {
    const month = monthOf(lastOf(period))
    const first = byMonth.get(month)
    const before = monthOf(dayMinusMonths(month, 1))
    if (first && lastOf(first) !== lastOf(period) && !byMonth.has(before)) byMonth.set(before, first)
    byMonth.set(month, period)
  }
  return Array.from({ length: monthCount }, (_, place) => {
    const month = monthOf(dayMinusMonths(last, monthCount - 1 - place))
    const shown = asMonth(month, byMonth.get(month) ?? [])
    const index = shown.bill ? yearBefore(shown.bill.last, periods.map(lastOf)) : null
    const yearAgo = index === null ? undefined : periods[index]
    const before = yearAgo && asMonth(monthOf(lastOf(yearAgo)), yearAgo)
    return { ...shown, before, changes: { kwh: changeOf(shown, before, kwhOf), cost: changeOf(shown, before, chargeOf) } }
  })
}

/** Returns the last day of a period, which has at least one bill. */
const lastOf = (period: readonly DailyBill[]): Day => period[0]?.last ?? ''

const asMonth = (month: Day, periodBills: readonly DailyBill[]): DailyMonth => ({
  month,
  bill: periodBills.at(-1),
  periodBills,
  bills: periodBills.length,
  ...figuresADay(periodBills),
})

const kwhOf = (bill: DailyBill) => bill.kwh ?? '0.00'
const chargeOf = (bill: DailyBill) => bill.currentCharge

/** Returns the change of a figure a day in percent, from the exact figures of both periods. */
function changeOf(month: DailyMonth, before: DailyMonth | undefined, figureOf: (bill: DailyBill) => string): number | undefined {
  if (!month.bill || !before?.bill) return undefined
  const tenths = changeADay(
    sumOf(month.periodBills.map(figureOf)),
    month.bill.days,
    sumOf(before.periodBills.map(figureOf)),
    before.bill.days,
  )
  return tenths === null ? undefined : tenths / 10
}

/** Adds up figures with two decimals. */
function sumOf(figures: readonly string[]): string {
  return (figures.reduce((sum, figure) => sum + Math.round(Number(figure) * 100), 0) / 100).toFixed(2)
}

/** Returns the daily cost and use of the bills of a period. */
function figuresADay(bills: readonly DailyBill[]): Pick<CostMonth, 'cost' | 'kwh'> {
  const [first, ...others] = bills
  if (!first) return { cost: '0.00', kwh: '0.00' }
  if (others.length === 0) return { cost: first.costADay, kwh: first.kwhADay ?? '0.00' }
  const charges = bills.map(({ currentCharge }) => currentCharge)
  const used = bills.map(({ kwh }) => kwh ?? '0.00')
  return { cost: sumADay(charges, first.days), kwh: sumADay(used, first.days) }
}

/** Adds up figures with two decimals and divides them by days, rounded half away from zero as in core. */
function sumADay(figures: readonly string[], days: number): string {
  const hundredths = Math.round(Number(sumOf(figures)) * 100)
  return ((Math.sign(hundredths) * Math.round(Math.abs(hundredths) / days)) / 100).toFixed(2)
}
