import { expect, test } from 'vitest'
import { retainedRow } from './dialogRow'

const row = { name: 'Aina' }

test('a dialogue keeps its row after it left the list, and shows changes of a row that is still there', () => {
  const seen = retainedRow(undefined, '1', row)
  expect(seen).toEqual({ key: '1', row })
  expect(retainedRow(seen, '1', row)).toBe(seen)
  expect(retainedRow(seen, '1', undefined)).toBe(seen)
  expect(retainedRow(seen, '1', { name: 'Badrul' })).toEqual({ key: '1', row: { name: 'Badrul' } })
})

test('a dialogue never shows the row of the previous dialogue', () => {
  const seen = retainedRow(undefined, '1', row)
  expect(retainedRow(seen, '2', undefined)).toBeUndefined()
  expect(retainedRow(seen, undefined, undefined)).toBeUndefined()
  expect(retainedRow(undefined, '1', undefined)).toBeUndefined()
})
