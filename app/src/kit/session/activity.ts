/**
 * When the person last did something, and in which session: one note for all tabs of this browser. It outlives a
 * reload, a closed tab and a sleeping computer.
 */
const storageKey = 'gridbill.activity'

export interface Activity {
  /** Made at each sign-in, so that a tab of an older session knows that it is one. */
  session: string
  /** By this browser's clock, in milliseconds. */
  at: number
  refreshedAt: number
  /** Signed out after silence, or by the person. */
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
    // A full store must not keep an ended session's note: the next sign-in would be taken for the end of it.
    localStorage.removeItem(storageKey)
  }
  return activity
}

/** Somebody signed in just now. */
export const beginActivity = (now = Date.now()): Activity => writeActivity({ session: crypto.randomUUID(), at: now, refreshedAt: now })

/** The session is over for every tab. */
export function endActivity(why: 'idle' | 'left') {
  const activity = readActivity()
  if (activity && !activity.ended) writeActivity({ ...activity, ended: why })
}

/** Another tab wrote; a tab does not hear itself. */
export function onActivity(changed: () => void) {
  window.addEventListener('storage', ({ key }) => {
    if (key === storageKey || key === null) changed()
  })
}

const broughtKey = 'gridbill.brought'
const session = () => readActivity()?.session ?? ''

/** Whether the person's preferences came to this browser in the session that it is in: each sign-in brings them once. */
export const werePreferencesBrought = () => localStorage.getItem(broughtKey) === session()
export const notePreferencesBrought = () => localStorage.setItem(broughtKey, session())
