/** Checks whether the portal can be reached, independently of the browser's online state. */
import { onlineManager } from '@tanstack/react-query'
import { pathOf } from './api'
import { markStale } from './refetch'

/** Sends a request. If the portal answers, all data is read again; 502 and 504 are answers of a proxy that cannot reach it. */
export async function checkConnection(): Promise<boolean> {
  const isHeard = await fetch(pathOf('GetPortal'), { cache: 'no-store' }).then(
    ({ status }) => status !== 502 && status !== 504,
    () => false,
  )
  if (isHeard) {
    onlineManager.setOnline(true)
    markStale()
  }
  return isHeard
}
