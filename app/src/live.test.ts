import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const { read } = vi.hoisted(() => ({ read: vi.fn() }))
vi.mock('./fresh', () => ({ readAgain: read }))

const { listen } = await import('./live')

/** A stream as a browser has one, whose fate the test decides. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static open: Stream[] = []
  readyState = 0
  constructor() {
    super()
    Stream.open.push(this)
  }
  close() {
    this.readyState = Stream.CLOSED
  }
  tell(event: string, readyState = this.readyState) {
    this.readyState = readyState
    this.dispatchEvent(new Event(event))
  }
  change(...topics: string[]) {
    this.dispatchEvent(new MessageEvent('changed', { data: JSON.stringify({ topics }) }))
  }
}
const last = () => Stream.open.at(-1) as Stream
const connecting = 0
const isOpen = 1

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('addEventListener', vi.fn())
  vi.stubGlobal('removeEventListener', vi.fn())
  Stream.open = []
  read.mockReset().mockResolvedValue(undefined)
})
afterEach(() => vi.useRealTimers())

const passes = (milliseconds = 10_000) => vi.advanceTimersByTimeAsync(milliseconds)

it('reads nothing on the first connection, and once for many changes', async () => {
  const stop = listen()
  last().tell('open', isOpen)
  await passes()
  expect(read).toHaveBeenCalledTimes(0)
  for (let change = 0; change < 5; change += 1) last().change('bills', 'payments')
  last().change('groups')
  await passes()
  expect(read).toHaveBeenCalledTimes(1)
  expect(read).toHaveBeenCalledWith(['bills', 'payments', 'groups'])
  last().tell('anything')
  await passes()
  expect(read).toHaveBeenLastCalledWith(undefined)
  stop()
})

it('reads again after it was cut and its first reconnect was refused', async () => {
  const stop = listen()
  last().tell('open', isOpen)
  last().tell('error', connecting)
  last().tell('error', Stream.CLOSED)
  await passes()
  expect(Stream.open).toHaveLength(2)
  last().tell('error', Stream.CLOSED)
  await passes()
  expect(Stream.open).toHaveLength(3)
  expect(read).toHaveBeenCalledTimes(0)
  last().tell('open', isOpen)
  await passes()
  expect(read).toHaveBeenCalledTimes(1)
  last().tell('beat')
  await passes()
  expect(read).toHaveBeenCalledTimes(1)
  stop()
})

it('reads again once it is connected, whatever it read while it was cut', async () => {
  const stop = listen()
  last().tell('open', isOpen)
  last().change('bills')
  last().tell('error', connecting)
  await passes()
  expect(read).toHaveBeenCalledTimes(1)
  last().tell('open', isOpen)
  await passes()
  expect(read).toHaveBeenCalledTimes(2)
  expect(read).toHaveBeenLastCalledWith(undefined)
  stop()
})

it('remembers that it missed something until it could read it', async () => {
  const stop = listen()
  last().tell('open', isOpen)
  last().tell('error', connecting)
  read.mockRejectedValueOnce(new Error('away'))
  last().tell('open', isOpen)
  await passes()
  expect(read).toHaveBeenCalledTimes(1)
  last().tell('beat')
  await passes()
  expect(read).toHaveBeenCalledTimes(2)
  last().tell('beat')
  await passes()
  expect(read).toHaveBeenCalledTimes(2)
  stop()
})
