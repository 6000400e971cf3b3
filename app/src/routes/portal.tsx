/** Opens the portal behind the sign-in. Its frame is drawn at once; rules, words and screens come into it together. */
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { loadRules } from '../core/later'
import { EmptyFrame } from '../shell/EmptyFrame'
import { loadWords } from '../words/store'

loadRules()
const loading = Promise.all([import('./PortalRoutes'), loadWords('portal'), loadWords('identity')])

const Portal = lazy(async () => {
  const [{ begin, PortalRoutes }] = await loading
  // Without a session the sign-in page is on its way.
  return { default: begin() ? PortalRoutes : EmptyFrame }
})

export function open(root: HTMLElement) {
  createRoot(root).render(
    <StrictMode>
      <Suspense fallback={<EmptyFrame />}>
        <Portal />
      </Suspense>
    </StrictMode>,
  )
}
