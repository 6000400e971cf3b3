import { describe, expect, it } from 'vitest'
import {
  comparedWithBefore,
  firstBilledMonth,
  initialMonthIndex,
  isMonthToCome,
  isUseToCome,
  kwhOfDay,
  kwhOfMonth,
  lastFullMonthIndex,
  percentChange,
  percentShown,
  tickShown,
  withYearBefore,
} from './years'

const month = (index: number, bills = 1) => ({
  month: `${2024 + Math.floor((10 + index) / 12)}-${String(((10 + index) % 12) + 1).padStart(2, '0')}-01`,
  bills,
  cost: `${100 + index}.00`,
  kwh: `${index}`,
})
const months = Array.from({ length: 25 }, (_, index) => month(index))

describe('a year compared with the year before', () => {
  it('pairs each month with the same month a year earlier', () => {
    const shown = withYearBefore(months)
    expect(shown.at(-1)).toMatchObject({ month: '2026-11-01', before: { month: '2025-11-01', cost: '112.00' } })
    expect(shown[12]?.before?.month).toBe('2024-11-01')
    expect(shown[11]?.before).toBeUndefined()
  })

  it('has no earlier value for a month without bills', () => {
    const some = months.map((one, index) => (index < 13 ? { ...one, bills: 0 } : one))
    expect(withYearBefore(some).every(({ before }) => before === undefined)).toBe(true)
    expect(firstBilledMonth(some)).toBe('2025-12-01')
    expect(firstBilledMonth(months)).toBeUndefined()
  })

  it('selects the last full month of a report', () => {
    const lastFull = (today: string) => lastFullMonthIndex(months, (month) => isMonthToCome(month, today))
    expect([lastFull('2026-11-28'), lastFull('2027-02-01')]).toEqual([23, 24])
    expect(lastFullMonthIndex(months.slice(-1), () => true)).toBe(0)
  })

  it('says of which months a part of the cost or of the use is to come', () => {
    const toCome = ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01'].map((month) => [
      isMonthToCome(month, '2026-01-05'),
      isUseToCome(month, '2026-01-05'),
    ])
    expect(toCome).toEqual([
      [false, false],
      [false, true],
      [true, true],
      [true, true],
    ])
    expect(lastFullMonthIndex(months, (month) => isUseToCome(month, '2026-11-28'))).toBe(22)
  })

  it('selects the last full month first', () => {
    expect(initialMonthIndex(months)).toBe(23)
    expect(initialMonthIndex(months.map((one, index) => (index === 23 ? { ...one, bills: 0 } : one)))).toBe(24)
  })
})

describe('a change in percent', () => {
  it('is rounded to a tenth and has a sign', () => {
    expect([
      percentChange('104.24', '100.00'),
      percentChange('97.00', '100.00'),
      percentChange('1.00', '0.00'),
      percentChange('1.00', null),
    ]).toEqual([4.2, -3, undefined, undefined])
    expect([4.2, -3, 0].map(percentShown)).toEqual(['+4.2%', '−3%', '0%'])
  })
})

describe('the summary of a month', () => {
  const compared = (cost: string, before?: string) =>
    comparedWithBefore({ ...month(24), cost, before: before === undefined ? undefined : { ...month(12), cost: before } }, 'cost')

  it('says whether the month cost more than a year earlier', () => {
    expect(compared('110.00', '100.00')).toEqual({ kind: 'more', percent: 10 })
    expect(compared('97.00', '100.00')).toEqual({ kind: 'less', percent: 3 })
    expect(compared('100.00', '100.00')).toEqual({ kind: 'same', percent: 0 })
  })

  it('has no percentage if the bills of a year earlier cost nothing or were credits', () => {
    expect([compared('10.00', '0.00').kind, compared('10.00', '-5.00').kind, compared('10.00').kind]).toEqual(['before', 'before', 'alone'])
  })
})

it('shows a tick with at most one decimal, which is rounded up to the next number', () => {
  expect([0, 0.5, 1.25, 1.96, 12, 1999.96].map(tickShown)).toEqual(['0', '0.5', '1.3', '2', '12', '2,000'])
})

it('shows a negative use of a site that exports', () => {
  expect([kwhOfMonth('-1234.56'), kwhOfMonth('0.4'), kwhOfDay('-5.04'), kwhOfDay('-1234.5'), kwhOfDay('99.94')]).toEqual([
    '-1,235',
    '0',
    '-5.0',
    '-1,235',
    '99.9',
  ])
})
