import { afterEach, expect, test, vi } from 'vitest'

vi.mock('~/words/language', () => ({ currentLanguage: () => 'en' }))
vi.mock('~/core/activity', () => ({ readActivity: () => null }))
const { requestEarly, earlyRequestTime, deleteEarlyBefore, takeEarly } = await import('./early')

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an early answer is used once, has the age of its request, and is deleted if it is too old', async () => {
  const now = Date.parse('2026-11-20T02:05:00Z')
  vi.useFakeTimers({ now })
  vi.stubGlobal('fetch', async () => new Response('{}'))
  requestEarly('GetUserProfile')
  deleteEarlyBefore(now)
  expect(await takeEarly('GetUserProfile', {})).toBeDefined()
  expect(await takeEarly('GetUserProfile', {})).toBeUndefined()
  expect(earlyRequestTime('GetUserProfile')).toBe(now)
  requestEarly('GetUserProfile')
  deleteEarlyBefore(now + 1)
  expect(await takeEarly('GetUserProfile', {})).toBeUndefined()
})
