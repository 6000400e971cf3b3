/**
 * How a session stands after a time of silence (docs/domain/people.md#idle-time): what is decided, and nothing of how it
 * is shown or done. Own code and no library's timer: the rule holds over a reload, a closed tab, a throttled timer and a
 * sleeping computer, so each decision is made from the clock and from what all tabs noted, never from elapsed timers.
 */
import type { Activity } from './activity'

export interface Limits {
  idleSeconds: number
  idleWarningSeconds: number
  refreshSeconds: number
}

export type Standing =
  | { is: 'active' }
  /** The last minute, counted down. */
  | { is: 'warned'; secondsLeft: number }
  /** Over. Nobody watched the end of it when it is noticed late: the computer slept, or the tab was closed. */
  | { is: 'over'; why: 'idle' | 'left'; isLate: boolean; isToBeEnded: boolean }
  /** Somebody has signed in since; this page is of the session before. */
  | { is: 'replaced' }

/** A timer may be late by that much and still count as in time. */
const lateSeconds = 5

export function standing(own: string, activity: Activity, now: number, { idleSeconds, idleWarningSeconds }: Limits): Standing {
  if (activity.session !== own) return { is: 'replaced' }
  const silent = silence(activity, now) / 1000
  const isLate = silent >= idleSeconds + lateSeconds
  if (activity.ended) return { is: 'over', why: activity.ended, isLate, isToBeEnded: false }
  if (silent >= idleSeconds) return { is: 'over', why: 'idle', isLate, isToBeEnded: true }
  const secondsLeft = Math.ceil(idleSeconds - silent)
  return secondsLeft <= idleWarningSeconds ? { is: 'warned', secondsLeft } : { is: 'active' }
}

/** A clock that was put back makes nobody busy in the future. */
const silence = ({ at }: Activity, now: number) => Math.max(0, now - at)

/** Whether the page that is being opened may go on with the session, and not show a thing otherwise. */
export const goesOn = (activity: Activity, now: number, { idleSeconds }: Limits): boolean =>
  !activity.ended && silence(activity, now) < idleSeconds * 1000

/** The person did something since the session was renewed, and that is a while ago. */
export const isRefreshDue = ({ at, refreshedAt, ended }: Activity, now: number, { refreshSeconds }: Limits): boolean =>
  !ended && at > refreshedAt && now - refreshedAt >= refreshSeconds * 1000

/** The seconds left at which a screen reader says so; not each one. */
export const announced = (secondsLeft: number): number | undefined => [10, 30].find((seconds) => secondsLeft <= seconds)
