import type { Portal } from '~/core/generatedData'
import { untilNext } from '../announcements/untilNext'
import { call } from '../call/api'

/** Milliseconds after a failure until the next attempt. */
const retryAfter = 60_000
/** Maximum milliseconds between two attempts, because staff may write or withdraw an announcement at any time. */
const maxWait = 5 * 60_000

/**
 * Loads the utility's name and the announcements. Loads them again when the announcements change, when the user returns to the page, and
 * every few minutes. The pages work without them. The returned function stops it.
 */
export function watchPortal(show: (portal: Portal) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  async function load() {
    clearTimeout(timer)
    const portal = await call('GetPortal', {}).catch(() => undefined)
    if (isStopped) return
    if (portal) show(portal)
    clearTimeout(timer)
    timer = setTimeout(load, portal ? Math.min(untilNext(portal.announcements) || maxWait, maxWait) : retryAfter)
  }
  const loadIfVisible = () => {
    if (document.visibilityState === 'visible') void load()
  }
  document.addEventListener('visibilitychange', loadIfVisible)
  void load()
  return () => {
    isStopped = true
    document.removeEventListener('visibilitychange', loadIfVisible)
    clearTimeout(timer)
  }
}
