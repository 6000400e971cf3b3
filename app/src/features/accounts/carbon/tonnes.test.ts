import { expect, test } from 'vitest'
import { tonnesShown } from './tonnes'

test('kilograms are shown as tonnes with two decimals', () => {
  expect([0, 4, 5, 420, 1_000, 12_345_678].map(tonnesShown)).toEqual(['0.00', '0.00', '0.01', '0.42', '1.00', '12,345.68'])
  expect([-4, -1_234_567].map(tonnesShown)).toEqual(['0.00', '-1,234.57'])
})
