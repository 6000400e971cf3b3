/** Tests that words load by namespace: once, again after a failure, and for another language when it is chosen. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '../core/generatedData'

const current = vi.hoisted(() => ({ language: 'en' }))
vi.mock('./language', () => ({
  currentLanguage: () => current.language,
  setLanguage: (chosen: string) => {
    current.language = chosen
  },
}))

type Store = typeof import('./store')
let store: Store

/** Returns a mock that loads these words and counts its calls. */
const loaderOf = (words: object) => vi.fn(async () => ({ default: words }))
const bills = {
  en: loaderOf({ title: 'Bills', count_one: '{{shown}} bill', count_other: '{{shown}} bills' }),
  ms: loaderOf({ title: 'Bil', count_one: 'Bil ini', count_other: '{{shown}} bil' }),
}
const groups = { en: loaderOf({ unknown: 'A group' }), ms: loaderOf({ unknown: 'Kumpulan' }) }

beforeEach(async () => {
  current.language = 'en'
  vi.stubGlobal('sessionStorage', { setItem: () => {} })
  vi.resetModules()
  vi.clearAllMocks()
  store = await import('./store')
  const { registerFiles } = await import('./publicFiles')
  registerFiles({ bills, groups })
})
afterEach(() => vi.unstubAllGlobals())

const said = (key: string, language: Language = 'en', values = {}) => store.lookUp(language, 'bills', key, values)

test('requested namespaces load once, and can be looked up afterwards', async () => {
  expect(() => said('title')).toThrow('there are no words')
  const pending = store.requestsOf(['bills', 'groups'], 'en')
  await Promise.all(pending)
  // A component that renders meanwhile or later awaits the same promises. React reads these without waiting.
  const loaded = store.requestsOf(['bills', 'groups'], 'en')
  expect(loaded.map((request, place) => request === pending[place])).toEqual([true, true])
  expect(loaded).toEqual([1, 2].map(() => expect.objectContaining({ status: 'fulfilled' })))
  expect([said('title'), said('groups:unknown')]).toEqual(['Bills', 'A group'])
  expect([said('count', 'en', { count: 1, shown: 1 }), said('count', 'en', { count: 2, shown: 2 })]).toEqual(['1 bill', '2 bills'])
  expect([bills.en, groups.en, bills.ms].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0])
})

test('both languages have words for one and for several', async () => {
  await Promise.all(store.requestsOf(['bills'], 'ms'))
  expect([0, 1, 2].map((count) => said('count', 'ms', { count, shown: count }))).toEqual(['0 bil', 'Bil ini', '2 bil'])
})

test('a failed namespace is requested again only after a retry', async () => {
  bills.en.mockRejectedValueOnce(new Error('connection lost'))
  const [pending] = store.requestsOf(['bills'], 'en')
  await expect(pending).rejects.toThrow('connection lost')
  expect(store.requestsOf(['bills'], 'en')[0]).toBe(pending)
  expect(bills.en).toHaveBeenCalledTimes(1)

  store.resetFailedFiles()
  await Promise.all(store.requestsOf(['bills'], 'en'))
  expect(said('title')).toBe('Bills')
  expect(bills.en).toHaveBeenCalledTimes(2)
})

test('opening a screen again requests its failed namespaces again', async () => {
  bills.en.mockRejectedValueOnce(new Error('connection lost'))
  const open = store.withWords(['bills'], async () => 'code')
  await expect(open()).rejects.toThrow('connection lost')
  await expect(open()).resolves.toBe('code')
  expect(said('title')).toBe('Bills')
})

test('the language changes once all requested namespaces are loaded, including those requested meanwhile', async () => {
  await store.loadWords('bills')
  const changing = store.changeLanguage('ms')
  void store.loadWords('groups')
  await changing
  expect(current.language).toBe('ms')
  expect([said('title', 'ms'), said('groups:unknown', 'ms')]).toEqual(['Bil', 'Kumpulan'])
  expect(store.requestsOf(['bills', 'groups'], 'ms')).toEqual([1, 2].map(() => expect.objectContaining({ status: 'fulfilled' })))
})

test('if the words of another language cannot be loaded, the page loads again in that language, in the way of the page', async () => {
  await store.loadWords('bills')
  bills.ms.mockRejectedValueOnce(new Error('connection lost'))
  const reload = vi.fn()
  await store.changeLanguage('ms', reload)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(current.language).toBe('ms')
})
