import type { OnShow } from '../../core/generatedData'

/**
 * Milliseconds after the instant at which the page asks. By then the server's clock has passed the instant, too. Random, so that pages do
 * not all ask at the same moment.
 */
const behind = 250 + Math.random() * 1_000
/** Maximum milliseconds. A browser timer of more than 24 days would fire immediately. */
const longest = 6 * 3_600_000

/** Milliseconds until the visible announcements change; false if they will not. */
export function untilNext(shown: OnShow | undefined): number | false {
  if (!shown?.nextAt) return false
  return Math.min(Date.parse(shown.nextAt) - Date.parse(shown.now), longest) + behind
}
