import type { Portal } from '~/core/generatedData'
import { untilNext } from '../announcements/untilNext'
import { call } from '../call/api'

/** Milliseconds after a failure until the next attempt. */
const retryAfter = 60_000

/**
 * Loads the utility's name and the announcements, and loads them again when the announcements change. The pages work without them.
 * The returned function stops it.
 */
export function watchPortal(show: (portal: Portal) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  async function load() {
    const portal = await call('GetPortal', {}).catch(() => undefined)
    if (isStopped) return
    if (portal) show(portal)
    const wait = portal ? untilNext(portal.announcements) : retryAfter
    if (wait !== false) timer = setTimeout(load, wait)
  }
  void load()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
