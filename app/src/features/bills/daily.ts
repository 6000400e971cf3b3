/** Assigns the bills of an account to months, with their daily use and cost. */
import { type CostMonth, type DailyBill, type Day, dayMinusMonths, type InvoiceNo } from '~/core/core'

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
 * Returns 25 months up to the month in which the bill's period ended, oldest first. If a month has several periods, the last one
 * counts; in the bill's own month, that of the bill. Bills with the same period are added up, because a later one may correct the
 * first by a difference. A bill that does not count, because its e-invoice was cancelled, is shown alone. Periods without a use are
 * left out.
 */
export function dailyMonths(bills: readonly DailyBill[], invoiceNo: InvoiceNo, isCounted = true): DailyMonth[] {
  const own = bills.find((bill) => bill.invoiceNo === invoiceNo) ?? bills.at(-1)
  if (!own) return []
  const last = monthOf(own.last)
  const counted = isCounted ? bills : bills.filter((bill) => bill.invoiceNo !== invoiceNo)
  const inPeriodOf = (one: DailyBill) => counted.filter(({ first, last }) => first === one.first && last === one.last)
  const periods = [...counted.map(inPeriodOf), counted.includes(own) ? inPeriodOf(own) : [own]]
  const used = periods.filter((period) => period.some(({ kwhADay }) => kwhADay !== null))
  const byMonth = new Map(used.map((period) => [monthOf(period[0]?.last ?? ''), period]))
  return Array.from({ length: monthCount }, (_, place) => {
    const month = monthOf(dayMinusMonths(last, monthCount - 1 - place))
    const periodBills = byMonth.get(month) ?? []
    return { month, bill: periodBills.at(-1), periodBills, bills: periodBills.length, ...figuresADay(periodBills) }
  })
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
  const hundredths = figures.reduce((sum, figure) => sum + Math.round(Number(figure) * 100), 0)
  return ((Math.sign(hundredths) * Math.round(Math.abs(hundredths) / days)) / 100).toFixed(2)
}
