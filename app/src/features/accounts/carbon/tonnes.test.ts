import { expect, test } from 'vitest'
import { lastFullMonth, tonnesShown } from './tonnes'

test('kilograms are shown as tonnes with two decimals', () => {
  expect([0, 4, 5, 420, 1_000, 12_345_678].map(tonnesShown)).toEqual(['0.00', '0.00', '0.01', '0.42', '1.00', '12,345.68'])
  expect([-4, -1_234_567].map(tonnesShown)).toEqual(['0.00', '-1,234.57'])
})

test('the last full month is before the current one, unless there is no other', () => {
  const months = ['2026-09-01', '2026-10-01', '2026-11-01'].map((month) => ({ month }))
  expect(lastFullMonth(months, '2026-11-30')).toBe(1)
  expect(lastFullMonth(months, '2026-12-01')).toBe(2)
  expect(lastFullMonth(months.slice(2), '2026-11-02')).toBe(0)
})
