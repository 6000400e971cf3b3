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

const october = (invoiceNo: string, kwh: string | null, currentCharge: string) =>
  ({
    invoiceNo,
    first: '2026-10-01',
    last: '2026-10-31',
    days: 31,
    kwh,
    currentCharge,
    kwhADay: kwh && (Number(kwh) / 31).toFixed(2),
    costADay: (Number(currentCharge) / 31).toFixed(2),
  }) as DailyBill

test('bills with the same period are added up, because a later one may correct the first by a difference', () => {
  const [first, credit] = [october('1', '3410.00', '1705.00'), october('2', '-310.00', '-155.00')]
  expect(dailyMonths([first, credit], '2').at(-1)).toMatchObject({ kwh: '100.00', cost: '50.00', bills: 2, periodBills: [first, credit] })
  expect(dailyMonths([first, credit, bill('3', '2026-11-30')], '3').at(-2)).toMatchObject({ kwh: '100.00', cost: '50.00' })
  expect(dailyMonths([october('1', '310.00', '1.00'), october('2', '-310.00', '-1.15')], '2').at(-1)).toMatchObject({
    kwh: '0.00',
    cost: '0.00',
  })
})

test('a correction of the charge alone keeps the use of its period', () => {
  const months = dailyMonths([october('1', '310.00', '155.00'), october('2', null, '-31.00')], '2')
  expect(months.at(-1)).toMatchObject({ kwh: '10.00', cost: '4.00', bill: { invoiceNo: '2' } })
})

test('a bill whose e-invoice was cancelled is shown alone', () => {
  const [first, cancelled] = [october('1', '3410.00', '1705.00'), october('2', '3100.00', '1550.00')]
  expect(dailyMonths([first, cancelled], '2', false).at(-1)).toMatchObject({ kwh: '100.00', cost: '50.00', periodBills: [cancelled] })
})

/** A bill with the use and the charge of a period. */
const period = (invoiceNo: string, first: string, last: string, days: number, kwh: string, currentCharge = '100.00') =>
  ({
    invoiceNo,
    first,
    last,
    days,
    kwh,
    currentCharge,
    kwhADay: (Number(kwh) / days).toFixed(2),
    costADay: (Number(currentCharge) / days).toFixed(2),
  }) as DailyBill
const compared = (bills: readonly DailyBill[], invoiceNo: string) => {
  const month = dailyMonths(bills, invoiceNo).at(-1)
  return [month?.before?.bill?.invoiceNo, month?.changes?.kwh]
}

test('a year ago is the period that ended nearest to 365 days before, also in another month', () => {
  const own = period('3', '2026-10-01', '2026-11-02', 33, '330.00')
  const [near, far] = [period('1', '2025-10-02', '2025-10-30', 29, '290.00'), period('2', '2025-10-31', '2025-11-28', 29, '580.00')]
  expect(compared([near, far, own], '3')).toEqual(['1', 0])
  expect(compared([far, own], '3')).toEqual([undefined, undefined])
})

test('a change follows from the exact figures, with the corrections of both periods', () => {
  const own = period('3', '2026-10-01', '2026-10-31', 31, '2.00')
  const before = period('1', '2025-10-02', '2025-10-31', 30, '1.00')
  expect(compared([before, own], '3')).toEqual(['1', 93.5])
  const corrected = period('2', '2025-10-02', '2025-10-31', 30, '3.00')
  expect(compared([before, corrected, own], '3')).toEqual(['2', -51.6])
})

test('the first of two periods that end in a month is in the month before if that is empty', () => {
  const bills = [
    period('1', '2026-08-01', '2026-08-31', 31, '310.00'),
    period('2', '2026-09-01', '2026-10-01', 31, '320.00'),
    period('3', '2026-10-02', '2026-10-31', 30, '300.00'),
    period('4', '2026-11-01', '2026-11-30', 30, '300.00'),
  ]
  const months = dailyMonths(bills, '4').slice(-4)
  expect(months.map(({ month, bill }) => [month, bill?.invoiceNo])).toEqual([
    ['2026-08-01', '1'],
    ['2026-09-01', '2'],
    ['2026-10-01', '3'],
    ['2026-11-01', '4'],
  ])
})
