/**
 * Decides the state of an idle session (docs/domain/people.md#idle-time); contains no display or effects. It uses the
 * clock and the activity of all tabs, never elapsed timers. It therefore stays correct after a reload, a closed tab, a
 * throttled timer or a sleeping computer, which library timers do not.
 */
import type { Activity } from './activity'

export interface Limits {
  idleSeconds: number
  idleWarningSeconds: number
  refreshSeconds: number
}

export type IdleState =
  | { is: 'active' }
  /** The last minute, with a countdown. */
  | { is: 'warned'; secondsLeft: number }
  /** Over. `isLate` if it is noticed late, because the computer slept or the tab was closed, so that the user saw no warning. */
  | { is: 'over'; why: 'idle' | 'left'; isLate: boolean; isToBeEnded: boolean }
  /** A newer session has started in this browser; this page belongs to the previous session. */
  | { is: 'replaced' }

/** Tolerance in seconds for a late timer. */
const lateSeconds = 5

export function idleStateAt(own: string, activity: Activity, now: number, { idleSeconds, idleWarningSeconds }: Limits): IdleState {
  if (activity.session !== own) return { is: 'replaced' }
  const silent = silence(activity, now) / 1000
  const isLate = silent >= idleSeconds + lateSeconds
  if (activity.ended) return { is: 'over', why: activity.ended, isLate, isToBeEnded: false }
  if (silent >= idleSeconds) return { is: 'over', why: 'idle', isLate, isToBeEnded: true }
  const secondsLeft = Math.ceil(idleSeconds - silent)
  return secondsLeft <= idleWarningSeconds ? { is: 'warned', secondsLeft } : { is: 'active' }
}

/** Never negative, so that a clock that was set back does not extend the session. */
const silence = ({ at }: Activity, now: number) => Math.max(0, now - at)

/** Whether a page that is opening may continue the session. Otherwise it must not show anything. */
export const mayContinue = (activity: Activity, now: number, { idleSeconds }: Limits): boolean =>
  !activity.ended && silence(activity, now) < idleSeconds * 1000

/** Whether the user was active since the last refresh, and the refresh interval has passed. */
export const isRefreshDue = ({ at, refreshedAt, ended }: Activity, now: number, { refreshSeconds }: Limits): boolean =>
  !ended && at > refreshedAt && now - refreshedAt >= refreshSeconds * 1000

/** Returns the remaining seconds to announce, 30 or 10, so that screen readers do not announce each second. Undefined before. */
export const secondsToAnnounce = (secondsLeft: number): number | undefined => [10, 30].find((seconds) => secondsLeft <= seconds)
