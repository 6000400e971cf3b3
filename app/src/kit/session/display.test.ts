import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('matchMedia', () => ({ matches: false }))
const { hiddenIn } = await import('./display')

describe('hiddenIn', () => {
  it('reads the columns of each list', () => {
    expect(hiddenIn('{"payments":["method","made"],"bills":[]}')).toEqual({ payments: ['method', 'made'], bills: [] })
  })
  it('ignores unknown values', () => {
    expect(hiddenIn('{"payments":["method",1],"bills":"all"}')).toEqual({ payments: ['method'] })
    for (const text of [null, '', 'null', '[', '7']) expect(hiddenIn(text)).toEqual({})
  })
})
