/**
 * The user's last activity and the current session, which all tabs of this browser share in local storage.
 */
const storageKey = 'gridbill.activity'

export interface Activity {
  /** A new id for each sign-in, so that a tab of an older session notices the new one. */
  session: string
  /** When the user was last active, in milliseconds by the browser's clock. */
  at: number
  refreshedAt: number
  /** Whether the session ended after inactivity (`idle`) or because the user signed out (`left`). */
  ended?: 'idle' | 'left'
}

export function readActivity(): Activity | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Activity | null
  } catch {
    return null
  }
}

export function writeActivity(activity: Activity): Activity {
  try {
    localStorage.setItem(storageKey, JSON.stringify(activity))
  } catch {
    // If storage is full, the entry is removed: an ended session in it would also end the next session.
    localStorage.removeItem(storageKey)
  }
  return activity
}

/** Records a new session after a sign-in. */
export const beginActivity = (now = Date.now()): Activity => writeActivity({ session: crypto.randomUUID(), at: now, refreshedAt: now })

/** Ends the session for every tab. */
export function endActivity(why: 'idle' | 'left') {
  const activity = readActivity()
  if (activity && !activity.ended) writeActivity({ ...activity, ended: why })
}

/** Calls back when another tab changes the activity. Storage events do not reach the tab that wrote. */
export function onActivity(changed: () => void) {
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) changed()
  })
}

const loadedKey = 'gridbill.brought'
const session = () => readActivity()?.session ?? ''

/** Whether the user's preferences were already loaded in this session. They are loaded once after each sign-in. */
export const werePreferencesLoaded = () => localStorage.getItem(loadedKey) === session()
export const markPreferencesLoaded = () => localStorage.setItem(loadedKey, session())
