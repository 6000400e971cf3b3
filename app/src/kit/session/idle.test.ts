import { expect, it } from 'vitest'
import type { Activity } from '~/core/activity'
import { idleStateAt, isRefreshDue, isStreamRefreshDue, mayContinue, secondsToAnnounce } from './idle'

const limits = { idleSeconds: 900, idleWarningSeconds: 60, refreshSeconds: 135 }
const at = 1_000_000_000
const active: Activity = { session: 'own', at, refreshedAt: at }
const after = (seconds: number, activity: Activity = active) => idleStateAt('own', activity, at + seconds * 1000, limits)

it('is active for 14 minutes, then counts down the last one', () => {
  expect(after(0)).toEqual({ is: 'active' })
  expect(after(839.999)).toEqual({ is: 'active' })
  expect(after(840)).toEqual({ is: 'warned', secondsLeft: 60 })
  expect(after(840.001)).toEqual({ is: 'warned', secondsLeft: 60 })
  expect(after(841)).toEqual({ is: 'warned', secondsLeft: 59 })
  expect(after(899.999)).toEqual({ is: 'warned', secondsLeft: 1 })
})

it('ends after 15 minutes, and knows whether the countdown was visible', () => {
  expect(after(900)).toEqual({ is: 'over', why: 'idle', isLate: false, isToBeEnded: true })
  expect(after(904.9)).toMatchObject({ isLate: false })
  expect(after(905)).toMatchObject({ is: 'over', isLate: true })
  expect(after(8 * 3600)).toMatchObject({ is: 'over', isLate: true })
})

it('ends with the first tab that ends, and only once', () => {
  expect(after(900, { ...active, ended: 'idle' })).toEqual({ is: 'over', why: 'idle', isLate: false, isToBeEnded: false })
  expect(after(3, { ...active, ended: 'left' })).toEqual({ is: 'over', why: 'left', isLate: false, isToBeEnded: false })
  expect(after(3600, { ...active, ended: 'idle' })).toMatchObject({ isLate: true, isToBeEnded: false })
})

it('continues in every tab after activity in one', () => {
  expect(after(870, { ...active, at: at + 860_000 })).toEqual({ is: 'active' })
})

it('does not end a session that started later', () => {
  for (const seconds of [0, 870, 900, 9000]) expect(after(seconds, { ...active, session: 'next' })).toEqual({ is: 'replaced' })
  expect(after(0, { ...active, session: 'next', ended: 'left' })).toEqual({ is: 'replaced' })
})

it('counts as just active after the clock was set back', () => {
  expect(after(-7200)).toEqual({ is: 'active' })
})

it('opens a page only in a session that is active', () => {
  expect(mayContinue(active, at + 899_999, limits)).toBe(true)
  expect(mayContinue(active, at + 900_000, limits)).toBe(false)
  expect(mayContinue({ ...active, ended: 'left' }, at, limits)).toBe(false)
})

it('is refreshed every 135 seconds while the user is active', () => {
  const due = (activity: Partial<Activity>, seconds: number) => isRefreshDue({ ...active, ...activity }, at + seconds * 1000, limits)
  expect(due({}, 135)).toBe(false)
  expect(due({ at: at + 1 }, 134.9)).toBe(false)
  expect(due({ at: at + 1 }, 135)).toBe(true)
  // Another tab has already refreshed the session.
  expect(due({ at: at + 1, refreshedAt: at + 100_000 }, 135)).toBe(false)
  expect(due({ at: at + 1, ended: 'left' }, 135)).toBe(false)
})

it('announces the countdown twice, not every second', () => {
  const announced = Array.from({ length: 60 }, (_, second) => secondsToAnnounce(60 - second))
  expect([...new Set(announced)]).toEqual([undefined, 30, 10])
})

it('refreshes for the stream of a page that the user only looks at, until the idle time is over', () => {
  const isDueAfter = (seconds: number, activity = active) => isStreamRefreshDue(activity, at + seconds * 1000, limits)
  expect([134, 135, 899, 900].map((seconds) => isDueAfter(seconds))).toEqual([false, true, true, false])
  expect(isDueAfter(200, { ...active, refreshedAt: at + 100_000 })).toBe(false)
  expect(isDueAfter(200, { ...active, ended: 'left' })).toBe(false)
})
