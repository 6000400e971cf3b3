import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { portalNow, setClock } from './clock'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it("follows the portal's clock if the browser's clock is wrong", () => {
  vi.setSystemTime('2026-11-23T07:00:00Z')
  setClock('2026-11-23T01:30:00Z')
  expect(portalNow()).toBe('2026-11-23T01:30:00.000Z')
  vi.advanceTimersByTime(3_600_000)
  expect(portalNow()).toBe('2026-11-23T02:30:00.000Z')
})
