/** The time of silence after which a session is over, as journeys wait for it and as people are told of it. */
export const idleMinutes = 15

export const idleSentence = `You have been logged out as your session has been inactive for ${idleMinutes} minutes.`

/** Milliseconds of that many minutes and seconds. */
export const minutes = (count: number, seconds = 0) => (count * 60 + seconds) * 1000
