/** Whether the portal can be reached, whatever the browser believes of its connection. */
import { onlineManager } from '@tanstack/react-query'
import { pathOf } from './api'
import { outdate } from './fresh'

/** Asks; once the portal is heard, what is shown is read again. A proxy that does not reach it answers in its place. */
export async function reach(): Promise<boolean> {
  const isHeard = await fetch(pathOf('GetPortal'), { cache: 'no-store' }).then(
    ({ status }) => status !== 502 && status !== 504,
    () => false,
  )
  if (isHeard) {
    onlineManager.setOnline(true)
    outdate()
  }
  return isHeard
}
