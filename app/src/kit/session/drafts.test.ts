import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Drafts, draftKey, type Harmless, withDraft } from './drafts'

const hour = 3_600_000
const aina = 'aina@sinar.example'

function browser() {
  const entries = new Map<string, string>()
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (place: number) => [...entries.keys()][place] ?? null,
    get length() {
      return entries.size
    },
  }
  const clock = { now: 1_000_000 }
  // Each page has its own memory; all pages share the browser's storage.
  return { entries, clock, page: () => new Drafts({ storage, now: () => clock.now }) }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('restores input, also after a reload', () => {
  const { page } = browser()
  const drafts = page()
  const key = draftKey(aina, 'addUser')
  drafts.change(key, { email: 'n' })
  drafts.change(key, { email: 'new@sinar.example' })
  expect(drafts.read(key)).toEqual({ email: 'new@sinar.example' })
  expect(drafts.read(key)).toBe(drafts.read(key))
  vi.advanceTimersByTime(200)
  expect(page().read(key)).toEqual({ email: 'new@sinar.example' })
})

it('writes immediately when the page closes', () => {
  const { page } = browser()
  const drafts = page()
  drafts.change(draftKey(aina, 'addUser'), { email: 'n' })
  drafts.writeNow()
  expect(page().read(draftKey(aina, 'addUser'))).toEqual({ email: 'n' })
})

it('deletes a draft after a day, including drafts that are never read', () => {
  const { page, clock, entries } = browser()
  const drafts = page()
  drafts.change(draftKey(aina, 'addUser'), { email: 'n' })
  drafts.writeNow()
  clock.now += 24 * hour - 1
  expect(page().read(draftKey(aina, 'addUser'))).toEqual({ email: 'n' })
  clock.now += 1
  expect(page().read(draftKey(aina, 'addUser'))).toBeUndefined()
  expect(entries.size).toBe(1)
  page().dropOld()
  expect(entries.size).toBe(0)
})

it('deletes a draft on submission, even if it has just been typed', () => {
  const { page, entries } = browser()
  const drafts = page()
  const key = draftKey(aina, 'addUser')
  drafts.change(key, { email: 'n' })
  drafts.drop(key)
  vi.advanceTimersByTime(1000)
  expect(drafts.read(key)).toBeUndefined()
  expect(entries.size).toBe(0)
})

it('deletes all drafts of a user at sign-out, and none of others', () => {
  const { page, entries } = browser()
  const drafts = page()
  const others = [draftKey('aina@sinar.example.my', 'addUser'), draftKey('other@sinar.example', 'addUser')]
  for (const key of [draftKey(aina, 'addUser'), draftKey(aina, 'profile'), ...others]) drafts.change(key, { typed: 'x' })
  drafts.writeNow()
  drafts.change(draftKey(aina, 'not written yet'), { typed: 'y' })
  drafts.dropAllOf('Aina@Sinar.example')
  vi.advanceTimersByTime(1000)
  expect([...entries.keys()]).toEqual(others)
  expect(drafts.read(draftKey(aina, 'not written yet'))).toBeUndefined()
})

it('lists keys with a prefix, newest first, and deletes them together', () => {
  const { page, clock, entries } = browser()
  const drafts = page()
  const [first, second, other] = [draftKey(aina, 'tab 1'), draftKey(aina, 'tab 2'), draftKey(aina, 'addUser')]
  for (const key of [first, second, other]) {
    clock.now += 1
    drafts.change(key, { typed: 'x' })
    drafts.writeNow()
  }
  expect(page().newest(draftKey(aina, 'tab '))).toEqual([second, first])
  drafts.dropFrom(draftKey(aina, 'tab '))
  expect([...entries.keys()]).toEqual([other])
  clock.now += 24 * hour
  expect(page().newest(draftKey(aina, 'addUser'))).toEqual([])
})

it('reads only fields that fit the current form, and tolerates broken drafts', () => {
  const initial = { email: '', permissions: [] as string[], method: null as string | null }
  expect(withDraft(initial, undefined)).toBe(initial)
  expect(withDraft(initial, { email: 7, permissions: {}, gone: 'x', method: 'CHEQUE' })).toEqual({ ...initial, method: 'CHEQUE' })
  const { page, entries } = browser()
  entries.set(draftKey(aina, 'addUser'), '{broken')
  expect(page().read(draftKey(aina, 'addUser'))).toBeUndefined()
})

it('keeps a draft in memory if the storage is full', () => {
  const { clock } = browser()
  const full = () => {
    throw new Error('full')
  }
  const storage = { getItem: () => null, setItem: full, removeItem: () => undefined, key: () => null, length: 0 }
  const drafts = new Drafts({ storage, now: () => clock.now })
  drafts.change(draftKey(aina, 'addUser'), { email: 'n' })
  drafts.writeNow()
  expect(drafts.read(draftKey(aina, 'addUser'))).toEqual({ email: 'n' })
})

it('does not compile with a secret among the fields', () => {
  const keep = <T extends object>(fields: T & Harmless<T>) => fields
  keep({ name: 'Aina' })
  // @ts-expect-error a password must not be stored
  keep({ name: 'Aina', newPassword: '' })
  // @ts-expect-error nor a token
  keep({ invitationToken: '' })
})
