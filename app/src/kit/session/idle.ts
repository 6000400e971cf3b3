/**
 * Determines the state of an idle session (docs/domain/people.md#idle-time), without side effects. It uses the clock and
 * the activity of all tabs instead of timers. It therefore stays correct after a reload, a closed tab, a throttled timer
 * or a sleeping computer. Libraries for idle time use timers.
 */
import type { Activity } from '~/core/activity'

export interface Limits {
  idleSeconds: number
  idleWarningSeconds: number
  refreshSeconds: number
}

export type IdleState =
  | { is: 'active' }
  /** The last minute, with a countdown. */
  | { is: 'warned'; secondsLeft: number }
  /** `isLate`: the end was noticed late, because the computer slept or the tab was closed. The user saw no warning. */
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

/** Returns the milliseconds since the last activity; 0 if the clock was set back since. */
const silence = ({ at }: Activity, now: number) => Math.max(0, now - at)

/** Whether a new page may continue the session. Otherwise it must not show anything. */
export const mayContinue = (activity: Activity, now: number, { idleSeconds }: Limits): boolean =>
  !activity.ended && silence(activity, now) < idleSeconds * 1000

/** Whether the user was active since the last refresh, and the refresh interval has passed. */
export const isRefreshDue = ({ at, refreshedAt, ended }: Activity, now: number, { refreshSeconds }: Limits): boolean =>
  !ended && at > refreshedAt && now - refreshedAt >= refreshSeconds * 1000

/** Whether a page that the user only looks at may refresh the session: after the refresh interval, and before the idle time is over. */
export const isStreamRefreshDue = (activity: Activity, now: number, limits: Limits): boolean =>
  mayContinue(activity, now, limits) && now - activity.refreshedAt >= limits.refreshSeconds * 1000

/** Returns 30 or 10 for screen readers, which would otherwise announce every second. Undefined before the last 30 seconds. */
export const secondsToAnnounce = (secondsLeft: number): number | undefined => [10, 30].find((seconds) => secondsLeft <= seconds)
