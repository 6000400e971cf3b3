/** Checks whether the portal can be reached, independently of the browser's online state. */
import { onlineManager } from '@tanstack/react-query'
import { pathOf } from './api'
import { markStale } from './refetch'

/**
 * Requests the portal, and refetches all data if it answers. 502 and 504 come from a proxy that cannot reach it, a page with 200 from
 * the sign-in of a network.
 */
export async function checkConnection(): Promise<boolean> {
  const isReachable = await fetch(pathOf('GetPortal'), { cache: 'no-store' }).then(
    ({ status, headers }) =>
      status !== 502 && status !== 504 && (status !== 200 || headers.get('Content-Type')?.startsWith('application/json') === true),
    () => false,
  )
  if (isReachable) {
    onlineManager.setOnline(true)
    markStale()
  }
  return isReachable
}
