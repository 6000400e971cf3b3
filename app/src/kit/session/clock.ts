/** The portal's clock. That of the browser may be hours off; only how fast it goes is believed. */
import type { Instant } from '../../core/core'

/** Milliseconds that the portal's clock is ahead of the browser's. */
let ahead = 0

/** The portal's clock says this now, as the profile tells whenever it is read. */
export function setClock(now: Instant) {
  ahead = Date.parse(now) - Date.now()
}

export const portalNow = (): Instant => new Date(Date.now() + ahead).toISOString()
