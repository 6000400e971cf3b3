import { expect, test } from 'vitest'
import { retainedRow } from './dialogRow'

const row = { name: 'Aina' }

test('a dialogue keeps its row when the list loses it, and follows what the list still has', () => {
  const seen = retainedRow(undefined, '1', row)
  expect(seen).toEqual({ key: '1', row })
  expect(retainedRow(seen, '1', row)).toBe(seen)
  expect(retainedRow(seen, '1', undefined)).toBe(seen)
  expect(retainedRow(seen, '1', { name: 'Badrul' })).toEqual({ key: '1', row: { name: 'Badrul' } })
})

test('another dialogue, or none, is never about the row of the one before', () => {
  const seen = retainedRow(undefined, '1', row)
  expect(retainedRow(seen, '2', undefined)).toBeUndefined()
  expect(retainedRow(seen, undefined, undefined)).toBeUndefined()
  expect(retainedRow(undefined, '1', undefined)).toBeUndefined()
})
