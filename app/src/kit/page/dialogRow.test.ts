import { expect, test } from 'vitest'
import { retainedRow } from './dialogRow'

const row = { name: 'Aina' }

test('a dialogue keeps its row if the list loses it, and follows the list while it has the row', () => {
  const seen = retainedRow(undefined, '1', row)
  expect(seen).toEqual({ key: '1', row })
  expect(retainedRow(seen, '1', row)).toBe(seen)
  expect(retainedRow(seen, '1', undefined)).toBe(seen)
  expect(retainedRow(seen, '1', { name: 'Badrul' })).toEqual({ key: '1', row: { name: 'Badrul' } })
})

test('no dialogue shows the row of the previous one', () => {
  const seen = retainedRow(undefined, '1', row)
  expect(retainedRow(seen, '2', undefined)).toBeUndefined()
  expect(retainedRow(seen, undefined, undefined)).toBeUndefined()
  expect(retainedRow(undefined, '1', undefined)).toBeUndefined()
})
