import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openStream, type StreamEvent } from './stream'
import { Stream } from './streamOfTest'

vi.mock('../call/api', () => ({ pathOf: (call: string) => `/${call}` }))
let events: StreamEvent[] = []
const refresh = vi.fn(async () => {})
const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const open = (hasMissed = false) => openStream((one) => events.push(one), hasMissed, refresh)

beforeEach(() => {
  vi.useFakeTimers()
  Stream.install()
  events = []
  refresh.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('reports the first connection, and then its events', () => {
  open()
  Stream.last().emit('open')
  Stream.last().emit('beat')
  const changed = { topics: ['bills'], own: [] }
  Stream.last().emit('changed', changed)
  expect(events).toEqual([{ is: 'begun' }, { is: 'beat' }, { is: 'changed', changed }])
})

it('waits for a slow first connection, and reports possibly missed events after a failed one', async () => {
  open()
  await passes(2_000)
  expect(events).toEqual([])
  Stream.last().emit('open')
  expect(events).toEqual([{ is: 'begun' }])
  events = []
  open()
  Stream.last().emit('error')
  await passes(10_000)
  Stream.last().emit('open')
  expect(events).toEqual([{ is: 'cut' }, { is: 'anything' }])
})

it('reports possibly missed events, also on the first connection after another tab held the stream', async () => {
  open(true)
  Stream.last().emit('open')
  expect(events).toEqual([{ is: 'anything' }])
  Stream.last().emit('error')
  await passes(10_000)
  Stream.last().emit('open')
  expect(events).toEqual([{ is: 'anything' }, { is: 'cut' }, { is: 'anything' }])
})

it('reconnects sooner after a broken connection than after a refusal, with a random delay', async () => {
  const pauseAfterError = async (random: number) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const before = Stream.all.length
    Stream.last().emit('error')
    expect(Stream.last().isClosed).toBe(true)
    let passed = 0
    for (; Stream.all.length === before; passed += 100) await passes(100)
    return passed
  }
  open()
  Stream.last().emit('open')
  expect(await pauseAfterError(0.25)).toBe(500)
  expect(await pauseAfterError(0)).toBe(3_000)
  expect(await pauseAfterError(1)).toBe(5_000)
})

it('refreshes the session after a refusal, which may be of an expired token, and not after a broken connection', async () => {
  open()
  Stream.last().emit('open')
  Stream.last().emit('error')
  await passes(2_000)
  expect(refresh).not.toHaveBeenCalled()
  Stream.last().emit('error')
  expect(refresh).toHaveBeenCalledTimes(1)
  await passes(10_000)
  expect(Stream.all).toHaveLength(3)
})

it('refetches everything after a random delay if the server missed events', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  open()
  Stream.last().emit('anything')
  await passes(900)
  expect(events).toEqual([])
  await passes(200)
  expect(events).toEqual([{ is: 'anything' }])
})

it('does not reconnect after it was replaced or closed', async () => {
  const close = open()
  Stream.last().emit('replaced')
  expect(Stream.last().isClosed).toBe(true)
  expect(events).toEqual([{ is: 'replaced' }])
  close()
  await passes(60_000)
  expect(Stream.all).toHaveLength(1)
})
