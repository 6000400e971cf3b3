import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Activity } from '~/core/activity'
import { Stream } from './streamOfTest'

vi.mock('../call/api', () => ({ pathOf: (call: string) => `/${call}` }))
const { applyLiveChange, refetchOlderThanStream, markStale, refetchStale } = vi.hoisted(() => ({
  applyLiveChange: vi.fn(),
  refetchOlderThanStream: vi.fn(),
  markStale: vi.fn(),
  refetchStale: vi.fn(),
}))
vi.mock('../call/refetch', () => ({ applyLiveChange, refetchOlderThanStream, markStale, refetchStale }))
let activity: Activity | null
vi.mock('~/core/activity', () => ({ readActivity: () => activity }))

const { listen } = await import('./live')

const bills = { topics: ['bills'], own: [] }
const flush = () => vi.advanceTimersByTimeAsync(50)
const passes = async (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)
const page = { visibilityState: 'visible' }
const window = new EventTarget()
let closing: (() => void)[] = []
/** Opens another tab of this browser. The returned function closes it. */
const tab = async (session: string | null = 'one') => {
  activity = session === null ? null : { session, at: 0, refreshedAt: 0 }
  const close = listen(async () => {})
  closing.push(close)
  await flush()
  return close
}
const emits = async (...events: [string, object?][]) => {
  for (const [event, data] of events) Stream.last().emit(event, data)
  await flush()
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('navigator', { locks: new Locks() })
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  Stream.install()
  page.visibilityState = 'visible'
  for (const mock of [applyLiveChange, refetchOlderThanStream, markStale, refetchStale]) mock.mockReset()
})
afterEach(async () => {
  for (const close of closing) close()
  closing = []
  await flush()
  expect(Stream.open()).toHaveLength(0)
  vi.useRealTimers()
})

it('has one stream for all tabs, which receive the same events', async () => {
  await tab()
  await tab()
  await tab()
  expect(Stream.all).toHaveLength(1)
  await emits(['open'], ['changed', bills], ['beat'])
  expect(applyLiveChange.mock.calls).toEqual([[bills], [bills], [bills]])
  expect(refetchStale).toHaveBeenCalledTimes(3)
  expect(markStale).not.toHaveBeenCalled()
})

it('every tab refetches older data once: when the stream opens, or when the tab joins an open stream', async () => {
  await tab()
  await tab()
  // Called by the second tab, which may have missed earlier events from the first.
  expect(refetchOlderThanStream).toHaveBeenCalledTimes(1)
  await emits(['open'])
  expect(refetchOlderThanStream).toHaveBeenCalledTimes(3)
  await tab()
  expect(refetchOlderThanStream).toHaveBeenCalledTimes(4)
  expect(markStale).not.toHaveBeenCalled()
})

it('another tab opens the stream when its tab closes, and every remaining tab refetches everything', async () => {
  const close = await tab()
  await tab()
  await tab()
  await emits(['open'])
  close()
  await flush()
  expect(Stream.all.map(({ isClosed }) => isClosed)).toEqual([true, false])
  await emits(['open'])
  expect(markStale).toHaveBeenCalledTimes(2)
  await emits(['changed', bills])
  expect(applyLiveChange).toHaveBeenCalledTimes(2)
})

it('shares nothing with a tab of another session', async () => {
  await tab('one')
  await tab('another')
  expect(Stream.open()).toHaveLength(2)
  await emits(['open'], ['changed', bills])
  expect(applyLiveChange).toHaveBeenCalledTimes(1)
})

it('has its own stream without locks, or without a known session', async () => {
  vi.stubGlobal('navigator', {})
  await tab()
  await tab()
  expect(Stream.open()).toHaveLength(2)
  vi.stubGlobal('navigator', { locks: new Locks() })
  await tab(null)
  await tab(null)
  expect(Stream.open()).toHaveLength(4)
})

it.each([['with locks'], ['without']])('reconnects when the user returns, after its stream was replaced, %s', async (way) => {
  if (way === 'without') vi.stubGlobal('navigator', {})
  await tab()
  await emits(['open'], ['replaced'])
  await passes(120)
  expect(Stream.all).toHaveLength(1)
  window.dispatchEvent(new Event('focus'))
  await flush()
  expect(Stream.open()).toHaveLength(1)
  await emits(['open'])
  expect(markStale).toHaveBeenCalledTimes(1)
})

it.each([['with locks'], ['without']])('reconnects a visible page after a silence, %s', async (way) => {
  if (way === 'without') vi.stubGlobal('navigator', {})
  await tab()
  await emits(['open'])
  for (let beats = 0; beats < 8; beats += 1) {
    await passes(15)
    await emits(['beat'])
  }
  expect(Stream.all).toHaveLength(1)
  page.visibilityState = 'hidden'
  await passes(120)
  expect(Stream.all).toHaveLength(1)
  page.visibilityState = 'visible'
  window.dispatchEvent(new Event('visibilitychange'))
  await flush()
  expect(Stream.all.map(({ isClosed }) => isClosed)).toEqual([true, false])
  await emits(['open'])
  expect(markStale).toHaveBeenCalledTimes(1)
})

/** Web Locks: a single holder for each name, and the other requests in order. */
class Locks {
  private readonly held = new Map<string, () => void>()
  private readonly queues = new Map<string, (() => void)[]>()

  async request(name: string, options: LockOptions, granted: (lock: object | null) => unknown): Promise<void> {
    if (options.steal) this.held.get(name)?.()
    else if (this.held.has(name)) {
      if (options.ifAvailable) return void (await granted(null))
      await this.waitForTurn(name, options.signal)
    }
    const aborted = new DOMException('', 'AbortError')
    await new Promise<void>((resolve, reject) => {
      const stolen = () => reject(aborted)
      this.held.set(name, stolen)
      void Promise.resolve(granted({})).then(() => {
        resolve()
        if (this.held.get(name) !== stolen) return
        this.held.delete(name)
        this.queues.get(name)?.shift()?.()
      })
    })
  }

  private waitForTurn(name: string, signal: AbortSignal | undefined) {
    return new Promise<void>((resolve, reject) => {
      const queue = this.queues.get(name) ?? []
      this.queues.set(name, queue)
      queue.push(resolve)
      signal?.addEventListener('abort', () => {
        queue.splice(queue.indexOf(resolve), 1)
        reject(signal.reason)
      })
    })
  }
}

/** A BroadcastChannel: a message reaches all other channels of the same name. */
class Channel extends EventTarget {
  private static readonly all = new Set<Channel>()

  constructor(readonly name: string) {
    super()
    Channel.all.add(this)
  }

  postMessage(data: object) {
    for (const other of Channel.all) {
      if (other !== this && other.name === this.name) other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
    }
  }

  close() {
    Channel.all.delete(this)
  }
}
