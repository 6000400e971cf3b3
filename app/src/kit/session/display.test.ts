import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('matchMedia', () => ({ matches: false }))
const { parseHiddenColumns } = await import('./display')

describe('parseHiddenColumns', () => {
  it('reads the columns of each list', () => {
    expect(parseHiddenColumns('{"payments":["method","made"],"bills":[]}')).toEqual({ payments: ['method', 'made'], bills: [] })
  })
  it('ignores unknown values', () => {
    expect(parseHiddenColumns('{"payments":["method",1],"bills":"all"}')).toEqual({ payments: ['method'] })
    for (const text of [null, '', 'null', '[', '7']) expect(parseHiddenColumns(text)).toEqual({})
  })
})
