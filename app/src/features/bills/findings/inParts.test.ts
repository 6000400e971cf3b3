import { expect, test } from 'vitest'
import { inParts } from './inParts'

test('no value is lost or sent twice, and no part is too large', () => {
  expect(inParts([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(inParts([1, 2], 2)).toEqual([[1, 2]])
  expect(inParts([], 2)).toEqual([])
})
