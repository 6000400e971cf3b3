import { expect, test } from 'vitest'
import type { DailyBill } from '~/core/core'
import { dailyMonths } from './daily'

const bill = (invoiceNo: string, last: string, kwhADay: string | null = '10.00') =>
  ({ invoiceNo, last, kwhADay, costADay: '5.00' }) as DailyBill

test('the 25 months end with the month of the bill, and each has the bill whose period ended in it', () => {
  const months = dailyMonths([bill('1', '2024-11-15'), bill('2', '2026-10-31'), bill('3', '2026-11-30')], '3')
  expect(months.map(({ month }) => month)).toHaveLength(25)
  expect(months[0]).toMatchObject({ month: '2024-11-01', bills: 1, kwh: '10.00', cost: '5.00' })
  expect(months[1]).toMatchObject({ month: '2024-12-01', bills: 0, bill: undefined })
  expect(months.slice(-2).map(({ bill }) => bill?.invoiceNo)).toEqual(['2', '3'])
})

test('a month with several bills shows the last one, or the bill itself in its own month', () => {
  const months = dailyMonths([bill('1', '2026-10-01'), bill('2', '2026-10-20'), bill('3', '2026-11-01'), bill('4', '2026-11-20')], '3')
  expect(months.slice(-2).map(({ bill }) => bill?.invoiceNo)).toEqual(['2', '3'])
})

test('bills without a daily use are left out', () => {
  expect(dailyMonths([bill('1', '2026-11-01', null)], '1').every(({ bills }) => bills === 0)).toBe(true)
  expect(dailyMonths([], '1')).toEqual([])
})

test('a late bill is told by its period, and not by the day of its invoice', () => {
  const late = { ...bill('9', '2025-07-05'), invoiceDate: '2026-11-12' }
  const months = dailyMonths([bill('1', '2025-06-05'), late, bill('2', '2026-10-31')], '9')
  expect(months.slice(-2).map(({ month, bill }) => [month, bill?.invoiceNo])).toEqual([
    ['2025-06-01', '1'],
    ['2025-07-01', '9'],
  ])
})
