import { getDefaultStore } from 'jotai'
import { describe, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})
vi.stubGlobal('matchMedia', () => ({ matches: false }))
const { hiddenColumnsAtom, parseHiddenColumns, setColumnShown, setIsWide, wideListsAtom } = await import('./display')

describe('parseHiddenColumns', () => {
  it('reads the columns of each list', () => {
    expect(parseHiddenColumns('{"payments":["method","made"],"bills":[]}')).toEqual({ payments: ['method', 'made'], bills: [] })
  })
  it('ignores unknown values', () => {
    expect(parseHiddenColumns('{"payments":["method",1],"bills":"all"}')).toEqual({ payments: ['method'] })
    for (const text of [null, '', 'null', '[', '7']) expect(parseHiddenColumns(text)).toEqual({})
  })
})

describe('another tab', () => {
  it('keeps its hidden columns', () => {
    setColumnShown('bills', 'due', false)
    stored.set('gridbill.columns', '{"bills":["due","usage"],"payments":["method"]}')
    const hidden = { bills: ['usage'], payments: ['method'] }
    expect(setColumnShown('bills', 'due', true)).toEqual(hidden)
    expect(parseHiddenColumns(stored.get('gridbill.columns') ?? null)).toEqual(hidden)
    expect(getDefaultStore().get(hiddenColumnsAtom)).toEqual(hidden)
  })
  it('keeps its wide lists', () => {
    setIsWide('bills', true)
    stored.set('gridbill.wideLists', 'bills payments')
    setIsWide('bills', false)
    expect(getDefaultStore().get(wideListsAtom)).toEqual(['payments'])
    expect(stored.get('gridbill.wideLists')).toBe('payments')
  })
})
