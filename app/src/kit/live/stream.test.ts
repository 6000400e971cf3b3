import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openStream, type StreamEvent } from './stream'
import { Stream } from './streamOfTest'

vi.mock('../call/api', () => ({ pathOf: (call: string) => `/${call}` }))
let told: StreamEvent[] = []
const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const open = (hasMissed = false) => openStream((one) => told.push(one), hasMissed)

beforeEach(() => {
  vi.useFakeTimers()
  Stream.install()
  told = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('reports the first connection, and then its events', () => {
  open()
  Stream.last().tell('open')
  Stream.last().tell('beat')
  const changed = { topics: ['bills'], own: [] }
  Stream.last().tell('changed', changed)
  expect(told).toEqual([{ is: 'begun' }, { is: 'beat' }, { is: 'changed', changed }])
})

it('reports a slow first connection, and possibly missed events after a failed one', async () => {
  open()
  await passes(2_000)
  expect(told).toEqual([])
  Stream.last().tell('open')
  expect(told).toEqual([{ is: 'begun' }])
  told = []
  open()
  Stream.last().tell('error')
  await passes(10_000)
  Stream.last().tell('open')
  expect(told).toEqual([{ is: 'cut' }, { is: 'anything' }])
})

it('reports possibly missed events, also on the first connection of a later page', async () => {
  open(true)
  Stream.last().tell('open')
  expect(told).toEqual([{ is: 'anything' }])
  Stream.last().tell('error')
  await passes(10_000)
  Stream.last().tell('open')
  expect(told).toEqual([{ is: 'anything' }, { is: 'cut' }, { is: 'anything' }])
})

it('reconnects sooner after a broken connection than after a refusal, with a random delay', async () => {
  const pauseAfterError = async (random: number) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const before = Stream.all.length
    Stream.last().tell('error')
    expect(Stream.last().isClosed).toBe(true)
    let passed = 0
    for (; Stream.all.length === before; passed += 100) await passes(100)
    return passed
  }
  open()
  Stream.last().tell('open')
  expect(await pauseAfterError(0.25)).toBe(500)
  expect(await pauseAfterError(0)).toBe(3_000)
  expect(await pauseAfterError(1)).toBe(5_000)
})

it('refetches everything after a random delay if the server missed events', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  open()
  Stream.last().tell('anything')
  await passes(900)
  expect(told).toEqual([])
  await passes(200)
  expect(told).toEqual([{ is: 'anything' }])
})

it('does not reconnect after it was replaced or closed', async () => {
  const close = open()
  Stream.last().tell('replaced')
  expect(Stream.last().isClosed).toBe(true)
  expect(told).toEqual([{ is: 'replaced' }])
  close()
  await passes(60_000)
  expect(Stream.all).toHaveLength(1)
})
