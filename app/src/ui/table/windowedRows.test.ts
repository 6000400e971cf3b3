import { describe, expect, it } from 'vitest'
import { rendered, rowAt, rowOffsets } from './windowedRows'

const keys = ['a', 'b', 'c', 'd', 'e', 'f']
const offsets = rowOffsets(keys, new Map([['b', 100]]), 40)

describe('rowOffsets', () => {
  it('uses known heights and the estimate for the rest', () => {
    expect([...offsets]).toEqual([0, 40, 140, 180, 220, 260, 300])
  })
})

describe('rowAt', () => {
  it('finds the row under a height, at its edges too', () => {
    expect(rowAt(offsets, -10)).toBe(0)
    expect(rowAt(offsets, 39)).toBe(0)
    expect(rowAt(offsets, 40)).toBe(1)
    expect(rowAt(offsets, 139)).toBe(1)
    expect(rowAt(offsets, 140)).toBe(2)
  })
  it('is past the end below the last row', () => {
    expect(rowAt(offsets, 300)).toBe(6)
    expect(rowAt(rowOffsets([], new Map(), 40), 10)).toBe(0)
  })
})

describe('rendered', () => {
  const height = (parts: ReturnType<typeof rendered>) =>
    parts.reduce<number>((sum, part) => sum + (typeof part === 'number' ? (offsets[part + 1] ?? 0) - (offsets[part] ?? 0) : part.height), 0)

  it('puts gaps in place of what is not on show', () => {
    expect(rendered(offsets, 2, 4, undefined)).toEqual([{ id: 'gap-0', height: 140 }, 2, 3, { id: 'gap-end', height: 80 }])
  })
  it('keeps the focused row and its neighbours, which Tab goes to next', () => {
    expect(rendered(offsets, 4, 6, 0)).toEqual([0, 1, { id: 'gap-2', height: 80 }, 4, 5])
  })
  it('is as high as the whole list, whatever is on show', () => {
    for (let start = 0; start < 6; start++)
      for (let focused = 0; focused < 6; focused++) expect(height(rendered(offsets, start, start + 2, focused))).toBe(300)
  })
})
