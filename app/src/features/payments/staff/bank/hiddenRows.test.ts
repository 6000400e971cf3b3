import { expect, it } from 'vitest'
import { rowsShown } from './hiddenRows'

it('names hidden rows as ranges, and at most ten of these', () => {
  expect(rowsShown([3])).toBe('3')
  expect(rowsShown([3, 5, 6, 7, 9, 10])).toBe('3, 5–7, 9–10')
  expect(rowsShown([999, 1000, 1001])).toBe('999–1,001')
  const apart = Array.from({ length: 11 }, (_, place) => 2 * place + 1)
  expect(rowsShown(apart)).toBe('1, 3, 5, 7, 9, 11, 13, 15, 17, 19, …')
})
