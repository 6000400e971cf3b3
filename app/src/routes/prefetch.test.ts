import { expect, test, vi } from 'vitest'
import type { Profile } from '../core/core'
import { fetchTours } from '../shell/tours/part'
import { prefetchHome } from './prefetch'

vi.mock('../kit/call/read', () => ({ prefetch: () => {} }))
vi.mock('../shell/tours/part', () => ({ fetchTours: vi.fn() }))

test('Home loads the tours for users who have not seen the welcome, except in customer view mode', () => {
  const home = (profile: Partial<Profile>) => {
    vi.mocked(fetchTours).mockClear()
    prefetchHome({}, {
      bulkId: 'B',
      hasValidContractAccount: true,
      tutorials: [],
      scopes: [],
      viewedBy: null,
      ...profile,
    } as unknown as Profile)
    return vi.mocked(fetchTours).mock.calls.length
  }
  expect(home({})).toBe(1)
  expect(home({ bulkId: null })).toBe(1)
  expect(home({ tutorials: [{ userTutorialId: 'home' }] as unknown as Profile['tutorials'] })).toBe(0)
  expect(home({ viewedBy: 'officer' as unknown as Profile['viewedBy'] })).toBe(0)
})
