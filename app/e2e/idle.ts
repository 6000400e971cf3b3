/** The limit of inactivity, as users read it, and its message. */
export const idleMinutes = 15

export const idleSentence = `You have been logged out as your session has been inactive for ${idleMinutes} minutes.`

/** Returns minutes and seconds in milliseconds. */
export const minutes = (count: number, seconds = 0) => (count * 60 + seconds) * 1000
