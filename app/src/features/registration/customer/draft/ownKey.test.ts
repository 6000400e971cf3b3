import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Drafts } from '~/kit/session/drafts'
import { ownKey } from './ownKey'

const aina = 'aina@sinar.example'

function storageOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    key: (place: number) => [...entries.keys()][place] ?? null,
    get length() {
      return entries.size
    },
  }
}

/** The tabs of a browser. A page is one load of a tab; `session` survives reloads. */
function browser() {
  const local = storageOf(new Map())
  const held = new Set<string>()
  const clock = { now: 1_000_000 }
  async function open(session = new Map<string, string>()) {
    const drafts = new Drafts({ storage: local, now: () => clock.now })
    const own: string[] = []
    const hold = async (id: string, isOwn: boolean) => {
      if (isOwn) await Promise.resolve()
      if (held.has(id)) return false
      held.add(id)
      own.push(id)
      return true
    }
    const key = await ownKey(aina, { drafts, storage: storageOf(session), hold })
    const type = (typed: string) => {
      clock.now += 1
      drafts.change(key, { typed })
      drafts.writeNow()
    }
    const close = () => {
      for (const id of own) held.delete(id)
    }
    return { session, drafts, key, type, close, read: () => drafts.read(key) }
  }
  return { open }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('typing, saving and discarding in one tab does not affect another, even after a reload', async () => {
  const { open } = browser()
  const [first, second] = [await open(), await open()]
  first.type('One')
  second.type('Two')
  second.drafts.drop(second.key)
  first.close()
  const again = await open(first.session)
  expect(again.key).toBe(first.key)
  expect(again.read()).toEqual({ typed: 'One' })
})

test('a reloaded page waits for its old page, and has its input', async () => {
  const { open } = browser()
  const first = await open()
  first.type('One')
  const again = open(first.session)
  first.close()
  expect((await again).read()).toEqual({ typed: 'One' })
})

test('a new tab continues the input of the last closed tab, and not that of an open one', async () => {
  const { open } = browser()
  const [before, closed, stays] = [await open(), await open(), await open()]
  before.type('Before')
  closed.type('Left')
  stays.type('Open')
  before.close()
  closed.close()
  const next = await open()
  expect(next.read()).toEqual({ typed: 'Left' })
  expect((await open()).read()).toEqual({ typed: 'Before' })
  expect((await open()).read()).toBeUndefined()
})

test('a duplicated tab, which starts with a copy of the session storage, gets its own key', async () => {
  const { open } = browser()
  const first = await open()
  first.type('One')
  const copy = await open(new Map(first.session))
  expect(copy.key).not.toBe(first.key)
  expect(copy.read()).toBeUndefined()
  copy.close()
  expect((await open(copy.session)).key).toBe(copy.key)
})
