import { expect, test } from 'vitest'
import { hasWords, sections } from './questions'

test('finds all searched words in any case and order', () => {
  expect(hasWords('FPX takes from RM\u00a02 to RM\u00a01,000,000', 'rm 2 fpx')).toBe(true)
  expect(hasWords('Cheques have no limit.', 'CHEQUE')).toBe(true)
  expect(hasWords('Cheques have no limit.', 'cheque fpx')).toBe(false)
  expect(hasWords('anything', ' ')).toBe(true)
})

test('every question has its own address', () => {
  const ids = sections.flatMap(({ questions }) => [...questions])
  expect(new Set(ids).size).toBe(ids.length)
})
