import { expect, test } from 'vitest'
import { toggled } from './matching'

const keyOf = (row: string) => row[0] ?? ''
const chosen = (before: string[], keys: string[], rows: string[]) => [
  ...toggled(new Map(before.map((row) => [keyOf(row), row])), new Set(keys), rows, keyOf).values(),
]

test('the selection keeps its order while other rows are searched', () => {
  expect(chosen([], ['b'], ['a1', 'b1'])).toEqual(['b1'])
  expect(chosen(['b1'], ['b', 'c'], ['c1', 'd1'])).toEqual(['b1', 'c1'])
  // The table reports only the keys of its own rows.
  expect(chosen(['b1'], ['c'], ['c1', 'd1'])).toEqual(['b1', 'c1'])
})

test('a visible row that is no longer selected is removed', () => {
  expect(chosen(['b1', 'c1'], ['c'], ['b1', 'c1'])).toEqual(['c1'])
  expect(chosen(['b1'], [], ['b1'])).toEqual([])
})
