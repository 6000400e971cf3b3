/** Tests that words load by namespace: once, again after a failure, and all of them when the language changes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '../core/generatedData'

const spoken = vi.hoisted(() => ({ language: 'en' }))
vi.mock('./language', () => ({
  currentLanguage: () => spoken.language,
  setLanguage: (chosen: string) => {
    spoken.language = chosen
  },
}))

type Store = typeof import('./store')
let store: Store

/** Returns a mock that loads these words and counts its calls. */
const answering = (words: object) => vi.fn(async () => ({ default: words }))
const bills = {
  en: answering({ title: 'Bills', count_one: '{{shown}} bill', count_other: '{{shown}} bills' }),
  ms: answering({ title: 'Bil' }),
}
const groups = { en: answering({ unknown: 'A group' }), ms: answering({ unknown: 'Kumpulan' }) }

beforeEach(async () => {
  spoken.language = 'en'
  vi.stubGlobal('sessionStorage', { setItem: () => {} })
  vi.resetModules()
  vi.clearAllMocks()
  store = await import('./store')
  const { registerFiles } = await import('./publicFiles')
  registerFiles({ bills, groups })
})
afterEach(() => vi.unstubAllGlobals())

const said = (key: string, language: Language = 'en', values = {}) => store.lookUp(language, 'bills', key, values)

test('named namespaces are awaited, and can be read afterwards', async () => {
  expect(() => said('title')).toThrow('there are no words')
  const coming = store.pendingWords(['bills', 'groups'], 'en')
  expect(coming).toBeInstanceOf(Promise)
  // A component that renders again meanwhile awaits the same promise.
  expect(store.pendingWords(['bills', 'groups'], 'en')).toBe(coming)
  await coming
  await store.pendingWords(['groups'], 'en')
  expect(store.pendingWords(['bills', 'groups'], 'en')).toBeUndefined()
  expect([said('title'), said('groups:unknown')]).toEqual(['Bills', 'A group'])
  expect([said('count', 'en', { count: 1, shown: 1 }), said('count', 'en', { count: 2, shown: 2 })]).toEqual(['1 bill', '2 bills'])
  expect([bills.en, groups.en, bills.ms].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
})

test('a failed namespace is requested again only after a retry', async () => {
  bills.en.mockRejectedValueOnce(new Error('the line broke'))
  const coming = store.pendingWords(['bills'], 'en')
  await expect(coming).rejects.toThrow('the line broke')
  expect(store.pendingWords(['bills'], 'en')).toBe(coming)
  expect(bills.en).toHaveBeenCalledTimes(1)

  store.resetFailedFiles()
  await store.pendingWords(['bills'], 'en')
  expect(said('title')).toBe('Bills')
  expect(bills.en).toHaveBeenCalledTimes(2)
})

test('opening a screen again requests its failed namespaces', async () => {
  bills.en.mockRejectedValueOnce(new Error('the line broke'))
  const open = store.withWords(['bills'], async () => 'code')
  await expect(open()).rejects.toThrow('the line broke')
  await expect(open()).resolves.toBe('code')
  expect(said('title')).toBe('Bills')
})

test('the language changes once all loaded namespaces are there, including those requested in between', async () => {
  await store.loadWords('bills')
  const speaking = store.changeLanguage('ms')
  void store.loadWords('groups')
  await speaking
  expect(spoken.language).toBe('ms')
  expect([said('title', 'ms'), said('groups:unknown', 'ms')]).toEqual(['Bil', 'Kumpulan'])
  expect(store.pendingWords(['bills', 'groups'], 'ms')).toBeUndefined()
})
