/** Assigns the bills of an account to months, with their daily use and cost. */
import { type CostMonth, type DailyBill, type Day, dayMinusMonths, type InvoiceNo } from '~/core/core'

/** Number of months: the month of the bill and the 24 before it. */
const monthCount = 25

/** A month of the chart, with the bill whose daily figures it shows. */
export interface DailyMonth extends CostMonth {
  bill: DailyBill | undefined
}

const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`

/**
 * Returns 25 months up to the month in which the bill's period ended, oldest first. If a month has several bills, the last one
 * counts; in the bill's own month, the bill itself. Bills without a daily use are left out.
 */
export function dailyMonths(bills: readonly DailyBill[], invoiceNo: InvoiceNo): DailyMonth[] {
  const own = bills.find((bill) => bill.invoiceNo === invoiceNo) ?? bills.at(-1)
  if (!own) return []
  const last = monthOf(own.last)
  const byMonth = new Map([...bills, own].filter(({ kwhADay }) => kwhADay !== null).map((bill) => [monthOf(bill.last), bill]))
  return Array.from({ length: monthCount }, (_, place) => {
    const month = monthOf(dayMinusMonths(last, monthCount - 1 - place))
    const bill = byMonth.get(month)
    return { month, bill, bills: bill ? 1 : 0, cost: bill?.costADay ?? '0.00', kwh: bill?.kwhADay ?? '0.00' }
  })
}
