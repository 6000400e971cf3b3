/** Opens the portal behind the sign-in. The frame of index.html stands until the first screen can be drawn. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { begin, PortalRoutes } from './PortalRoutes'
import { router } from './routes'

export async function open(root: HTMLElement) {
  // Without a session the sign-in page is on its way.
  if (!begin()) return
  await router.load()
  createRoot(root).render(
    <StrictMode>
      <PortalRoutes />
    </StrictMode>,
  )
}
