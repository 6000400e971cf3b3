import { describe, expect, it } from 'vitest'
import { keysBetween, stateOfAll, withKeys } from './useRowSelection'

const keys = ['a', 'b', 'c', 'd', 'e']

describe('keysBetween', () => {
  it('takes both ends, downwards and upwards', () => {
    expect(keysBetween(keys, 'b', 'd')).toEqual(['b', 'c', 'd'])
    expect(keysBetween(keys, 'd', 'b')).toEqual(['b', 'c', 'd'])
    expect(keysBetween(keys, 'c', 'c')).toEqual(['c'])
  })
  it('is the last row alone when there is no first, or a filter has taken it away', () => {
    expect(keysBetween(keys, undefined, 'd')).toEqual(['d'])
    expect(keysBetween(keys, 'gone', 'd')).toEqual(['d'])
  })
  it('is nothing when the last row is gone', () => {
    expect(keysBetween(keys, 'a', 'gone')).toEqual([])
  })
})

describe('withKeys', () => {
  it('adds and takes out without touching the rest, or the set that it was given', () => {
    const selected = new Set(['a', 'x'])
    expect([...withKeys(selected, ['b', 'c'], true)]).toEqual(['a', 'x', 'b', 'c'])
    expect([...withKeys(selected, ['a', 'b'], false)]).toEqual(['x'])
    expect([...selected]).toEqual(['a', 'x'])
  })
})

describe('stateOfAll', () => {
  it('looks at the selectable rows only', () => {
    expect(stateOfAll(new Set(['x']), keys)).toBe('none')
    expect(stateOfAll(new Set(['a', 'x']), keys)).toBe('some')
    expect(stateOfAll(new Set([...keys, 'x']), keys)).toBe('all')
  })
  it('is none for an empty list, whose box would otherwise be ticked', () => {
    expect(stateOfAll(new Set(['x']), [])).toBe('none')
  })
})
