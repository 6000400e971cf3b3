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

it('tells when the first connection is there, and then what it hears', () => {
  open()
  Stream.last().tell('open')
  Stream.last().tell('beat')
  const changed = { topics: ['bills'], own: [] }
  Stream.last().tell('changed', changed)
  expect(told).toEqual([{ is: 'begun' }, { is: 'beat' }, { is: 'changed', changed }])
})

it('tells of a slow first connection once it is there, and of what may have been missed after one that failed', async () => {
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

it('tells that something may have been missed, by the first connection of a page that comes later too', async () => {
  open(true)
  Stream.last().tell('open')
  expect(told).toEqual([{ is: 'anything' }])
  Stream.last().tell('error')
  await passes(10_000)
  Stream.last().tell('open')
  expect(told).toEqual([{ is: 'anything' }, { is: 'cut' }, { is: 'anything' }])
})

it('comes back sooner after a cut than after a refusal, and not at the same moment as others', async () => {
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

it('reads everything at another moment than other pages when the server missed something', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  open()
  Stream.last().tell('anything')
  await passes(900)
  expect(told).toEqual([])
  await passes(200)
  expect(told).toEqual([{ is: 'anything' }])
})

it('does not come back when it was replaced or closed', async () => {
  const close = open()
  Stream.last().tell('replaced')
  expect(Stream.last().isClosed).toBe(true)
  expect(told).toEqual([{ is: 'replaced' }])
  close()
  await passes(60_000)
  expect(Stream.all).toHaveLength(1)
})
