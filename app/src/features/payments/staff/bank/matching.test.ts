import { expect, test } from 'vitest'
import type { MatchCandidate } from '~/core/core'
import { isAcceptanceMoved, loadedOnly, newest, toggled } from './matching'

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

test('a chosen row is its newest loaded record', () => {
  const rows = new Map(['b1', 'c1'].map((row) => [keyOf(row), row]))
  expect(newest(rows, ['a2', 'c2', 'c3'], keyOf)).toEqual(['b1', 'c3'])
})

test('after a refusal, a chosen row that a search has hidden is no longer chosen', () => {
  const rows = new Map(['b1', 'c1'].map((row) => [keyOf(row), row]))
  expect([...loadedOnly(rows, ['a2', 'c2'], keyOf).values()]).toEqual(['c1'])
})

test('an acceptance is moved by a new proposal, by another officer, and by the end of a proposal', () => {
  const proposed = (...by: (string | null)[]) =>
    by.map((proposedBy, place) => ({ payment: { eBulkPaymentID: `${place}` }, proposedBy }) as MatchCandidate)
  expect(isAcceptanceMoved(proposed(null, 'Aida'), proposed(null, 'Aida'), 'Officer')).toBe(false)
  expect(isAcceptanceMoved(proposed(null, 'Aida'), proposed('Aida', 'Aida'), 'Officer')).toBe(true)
  expect(isAcceptanceMoved(proposed(null, 'Aida'), proposed(null, 'Balan'), 'Officer')).toBe(true)
  expect(isAcceptanceMoved(proposed(null, 'Aida'), proposed(null, null), 'Officer')).toBe(true)
  expect(isAcceptanceMoved(proposed(null, null), proposed(null, 'Officer'), 'Officer'), 'repeated').toBe(false)
  expect(isAcceptanceMoved(proposed(null, null), proposed(null, 'Officer')), 'a namesake, before the first try').toBe(true)
})
