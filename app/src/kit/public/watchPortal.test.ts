import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Portal } from '~/core/generatedData'

const server = vi.hoisted(() => ({ load: vi.fn() }))
vi.mock('../call/api', () => ({ call: server.load }))
const { watchPortal } = await import('./watchPortal')

const portal = (nextAt: string | null) =>
  ({ announcements: { announcements: [], now: '2026-11-20T04:00:00Z', nextAt } }) as unknown as Portal
const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
  server.load.mockReset()
})
afterEach(() => void vi.useRealTimers())

test('the announcements are loaded again when they change, and not again if they will not', async () => {
  server.load.mockResolvedValueOnce(portal('2026-11-20T04:10:00Z')).mockResolvedValue(portal(null))
  const show = vi.fn()
  watchPortal(show)
  await passes(599_000)
  expect(show).toHaveBeenCalledTimes(1)
  await passes(3_600_000)
  expect(show).toHaveBeenCalledTimes(2)
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
