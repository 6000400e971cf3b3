import { expect, test } from 'vitest'
import { inTimePercent } from './inTime'

test('only a month without a late answer reaches 100 percent', () => {
  expect(inTimePercent({ due: 300, inTime: 299 })).toBe(99)
  expect(inTimePercent({ due: 300, inTime: 300 })).toBe(100)
  expect(inTimePercent({ due: 3, inTime: 0 })).toBe(0)
  expect(inTimePercent({ due: 0, inTime: 0 })).toBe(100)
})
