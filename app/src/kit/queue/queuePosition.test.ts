import { describe, expect, test } from 'vitest'
import { queuePositionOf } from './queuePosition'

const keys = ['a', 'b', 'c', 'd']

describe('a record of a list', () => {
  test('has its neighbours, and counts all other records as left, including those before it', () => {
    expect(queuePositionOf(keys, 9, 'b', undefined)).toMatchObject({ previous: 'a', next: 'c', left: 8 })
    expect(queuePositionOf(keys, 4, 'a', undefined)).toMatchObject({ previous: undefined, next: 'b', left: 3 })
    expect(queuePositionOf(keys, 4, 'd', undefined)).toMatchObject({ previous: 'c', next: undefined, left: 3 })
  })
  test('keeps its place after it left the list', () => {
    const { place } = queuePositionOf(keys, 4, 'b', undefined)
    const rest = ['a', 'c', 'd']
    expect(queuePositionOf(rest, 3, 'b', place)).toMatchObject({ previous: 'a', next: 'c', left: 3, place: undefined })
    // A colleague decided the next record, too; then a new record appears at the top.
    expect(queuePositionOf(['a', 'd'], 2, 'b', place)).toMatchObject({ previous: 'a', next: 'd', left: 2 })
    expect(queuePositionOf(['new', ...rest], 4, 'b', place)).toMatchObject({ previous: 'a', next: 'c', left: 4 })
  })
  test('counts records on pages that are not loaded, and not those that colleagues decided', () => {
    const { place } = queuePositionOf(keys, 250, 'c', undefined)
    expect(queuePositionOf(keys, 250, 'c', undefined).left).toBe(249)
    // Colleagues decided forty records of the other pages, and this record was decided here.
    expect(queuePositionOf(['a', 'b', 'd'], 209, 'c', place)).toMatchObject({ next: 'd', left: 209 })
  })
  test('continues after the last record with those that were skipped', () => {
    const { place } = queuePositionOf(['a'], 1, 'a', undefined)
    expect(queuePositionOf([], 0, 'a', place)).toMatchObject({ previous: undefined, next: undefined, left: 0 })
    const last = queuePositionOf(keys, 4, 'd', undefined).place
    expect(queuePositionOf(['a', 'b', 'c'], 3, 'd', last)).toMatchObject({ previous: 'c', next: 'a', left: 3 })
    // The list has more records that are not loaded, and those come first.
    expect(queuePositionOf(['a', 'b', 'c'], 9, 'd', last)).toMatchObject({ previous: 'c', next: undefined, left: 9 })
  })
  test('continues with the first record if the record was opened after its decision', () => {
    expect(queuePositionOf(keys, 4, 'gone', undefined)).toMatchObject({ previous: undefined, next: 'a', left: 4 })
    expect(queuePositionOf([], 0, 'gone', undefined)).toMatchObject({ next: undefined, left: 0 })
  })
})
