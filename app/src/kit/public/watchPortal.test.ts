import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Portal } from '~/core/generatedData'

const server = vi.hoisted(() => ({ load: vi.fn() }))
vi.mock('../call/api', () => ({ call: server.load }))
const { watchPortal } = await import('./watchPortal')

const portal = (nextAt: string | null) =>
  ({ announcements: { announcements: [], now: '2026-11-20T04:00:00Z', nextAt } }) as unknown as Portal
const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const isSeen = (seen: boolean) => {
  page.visibilityState = seen ? 'visible' : 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  server.load.mockReset()
})
afterEach(() => void vi.useRealTimers())

test('the announcements are loaded again when they change, and every five minutes', async () => {
  server.load.mockResolvedValueOnce(portal('2026-11-20T04:02:00Z')).mockResolvedValue(portal(null))
  const show = vi.fn()
  const stop = watchPortal(show)
  await passes(119_000)
  expect(show).toHaveBeenCalledTimes(1)
  await passes(3_000)
  expect(show).toHaveBeenCalledTimes(2)
  // No change is planned, but staff may write another announcement.
  await passes(300_000)
  expect(show).toHaveBeenCalledTimes(3)
  stop()
})

test('they are loaded again when the user returns to the page', async () => {
  server.load.mockResolvedValue(portal(null))
  const show = vi.fn()
  const stop = watchPortal(show)
  await passes(100_000)
  isSeen(false)
  await passes(1_000)
  expect(show).toHaveBeenCalledTimes(1)
  isSeen(true)
  await passes(1_000)
  expect(show).toHaveBeenCalledTimes(2)
  // The earlier timer is gone.
  await passes(290_000)
  expect(show).toHaveBeenCalledTimes(2)
  stop()
  isSeen(true)
  await passes(600_000)
  expect(server.load).toHaveBeenCalledTimes(2)
})

test('after a failure they are loaded again', async () => {
  server.load.mockRejectedValueOnce(new Error('connection lost')).mockResolvedValue(portal(null))
  const show = vi.fn()
  watchPortal(show)
  await passes(59_000)
  expect(show).not.toHaveBeenCalled()
  await passes(2_000)
  expect(show).toHaveBeenCalledTimes(1)
})

test('an answer that arrives after the end shows and starts nothing', async () => {
  server.load.mockResolvedValue(portal('2026-11-20T04:10:00Z'))
  const show = vi.fn()
  watchPortal(show)()
  await passes(3_600_000)
  expect(show).not.toHaveBeenCalled()
  expect(server.load).toHaveBeenCalledTimes(1)
})
