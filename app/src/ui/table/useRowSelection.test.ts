import { describe, expect, it } from 'vitest'
import { keysBetween, stateOfAll, withKeys } from './useRowSelection'

const keys = ['a', 'b', 'c', 'd', 'e']

describe('keysBetween', () => {
  it('includes both ends, downwards and upwards', () => {
    expect(keysBetween(keys, 'b', 'd')).toEqual(['b', 'c', 'd'])
    expect(keysBetween(keys, 'd', 'b')).toEqual(['b', 'c', 'd'])
    expect(keysBetween(keys, 'c', 'c')).toEqual(['c'])
  })
  it('contains only the last row if there is no first row, or a filter has removed it', () => {
    expect(keysBetween(keys, undefined, 'd')).toEqual(['d'])
    expect(keysBetween(keys, 'gone', 'd')).toEqual(['d'])
  })
  it('is empty if the last row is gone', () => {
    expect(keysBetween(keys, 'a', 'gone')).toEqual([])
  })
})

describe('withKeys', () => {
  it('adds and removes keys, without changing the rest or the given set', () => {
    const selected = new Set(['a', 'x'])
    expect([...withKeys(selected, ['b', 'c'], true)]).toEqual(['a', 'x', 'b', 'c'])
    expect([...withKeys(selected, ['a', 'b'], false)]).toEqual(['x'])
    expect([...selected]).toEqual(['a', 'x'])
  })
})

describe('stateOfAll', () => {
  it('considers only selectable rows', () => {
    expect(stateOfAll(new Set(['x']), keys)).toBe('none')
    expect(stateOfAll(new Set(['a', 'x']), keys)).toBe('some')
    expect(stateOfAll(new Set([...keys, 'x']), keys)).toBe('all')
  })
  it('is none for an empty list, so that its box is not ticked', () => {
    expect(stateOfAll(new Set(['x']), [])).toBe('none')
  })
})
