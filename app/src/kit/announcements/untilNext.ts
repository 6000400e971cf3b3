import type { OnShow } from '../../core/plain'

/** Milliseconds. Pages do not all ask at the same moment, nor before the portal's own clock has come there. */
const behind = 250 + Math.random() * 1_000
/** A timer of more than 24 days would fire at once. */
const longest = 6 * 3_600_000

/** Milliseconds until what is on show is another thing; false for never. */
export function untilNext(shown: OnShow | undefined): number | false {
  if (!shown?.nextAt) return false
  return Math.min(Date.parse(shown.nextAt) - Date.parse(shown.now), longest) + behind
}
