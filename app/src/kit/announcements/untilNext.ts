import type { OnShow } from '~/core/generatedData'

/**
 * Milliseconds between the instant of a change and the page's request. The delay makes sure that the server's clock has
 * passed the instant. It is random, so that pages do not all ask at the same moment.
 */
const requestDelay = 250 + Math.random() * 1_000
/** Maximum milliseconds to wait. A browser timer of more than 24 days would fire immediately. */
const maxWait = 6 * 3_600_000

/** Milliseconds until the visible announcements change; false if they will not. */
export function untilNext(shown: OnShow | undefined): number | false {
  if (!shown?.nextAt) return false
  return Math.min(Date.parse(shown.nextAt) - Date.parse(shown.now), maxWait) + requestDelay
}
