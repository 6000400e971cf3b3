/** The portal's clock. The browser's clock may be wrong by hours, so it is used only to measure elapsed time. */
import type { Instant } from '~/core/core'

/** Milliseconds by which the portal's clock is ahead of the browser's. */
let ahead = 0

/** Sets the portal's time, whenever a profile is read. */
export function setClock(now: Instant) {
  ahead = Date.parse(now) - Date.now()
}

export const portalNow = (): Instant => new Date(Date.now() + ahead).toISOString()
