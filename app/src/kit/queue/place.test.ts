import { describe, expect, test } from 'vitest'
import { standing } from './place'

const keys = ['a', 'b', 'c', 'd']

describe('a record of a list', () => {
  test('has its neighbours, and all others are left, those before it included', () => {
    expect(standing(keys, 9, 'b', undefined)).toMatchObject({ previous: 'a', next: 'c', left: 8 })
    expect(standing(keys, 4, 'a', undefined)).toMatchObject({ previous: undefined, next: 'b', left: 3 })
    expect(standing(keys, 4, 'd', undefined)).toMatchObject({ previous: 'c', next: undefined, left: 3 })
  })
  test('that left the list keeps its place', () => {
    const { place } = standing(keys, 4, 'b', undefined)
    const rest = ['a', 'c', 'd']
    expect(standing(rest, 3, 'b', place)).toMatchObject({ previous: 'a', next: 'c', left: 3, place: undefined })
    // A colleague decided the next record, too; then a new record appears at the top.
    expect(standing(['a', 'd'], 2, 'b', place)).toMatchObject({ previous: 'a', next: 'd', left: 2 })
    expect(standing(['new', ...rest], 4, 'b', place)).toMatchObject({ previous: 'a', next: 'c', left: 4 })
  })
  test('counts those on pages that are not loaded, and not those that colleagues decided', () => {
    const { place } = standing(keys, 250, 'c', undefined)
    expect(standing(keys, 250, 'c', undefined).left).toBe(249)
    // Colleagues decided forty records of the other pages, and this record was decided here.
    expect(standing(['a', 'b', 'd'], 209, 'c', place)).toMatchObject({ next: 'd', left: 209 })
  })
  test('that was the last is followed by those that were passed over', () => {
    const { place } = standing(['a'], 1, 'a', undefined)
    expect(standing([], 0, 'a', place)).toMatchObject({ previous: undefined, next: undefined, left: 0 })
    const last = standing(keys, 4, 'd', undefined).place
    expect(standing(['a', 'b', 'c'], 3, 'd', last)).toMatchObject({ previous: 'c', next: 'a', left: 3 })
    // The list has more records that are not loaded, and those come first.
    expect(standing(['a', 'b', 'c'], 9, 'd', last)).toMatchObject({ previous: 'c', next: undefined, left: 9 })
  })
  test('that was opened after it was decided leads to the first', () => {
    expect(standing(keys, 4, 'gone', undefined)).toMatchObject({ previous: undefined, next: 'a', left: 4 })
    expect(standing([], 0, 'gone', undefined)).toMatchObject({ next: undefined, left: 0 })
  })
})
