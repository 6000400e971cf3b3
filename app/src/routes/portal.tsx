/** Opens the signed-in portal. The static frame of index.html stays visible until the first screen renders. */
import '../ui/base/linuxFont.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { isStaffPath } from '../core/links'
import { queries } from '../kit/call/queries'
import { InLanguage } from '../kit/page/InLanguage'
import { UiWords } from '../kit/page/UiWords'
import { installWorker, wasUnreached } from '../kit/session/offlineFiles'
import { OfflineFrame } from '../shell/OfflineFrame'
import { fetchDeferred } from '../ui/base/deferred'
import { loadFont } from '../ui/base/font'
import { whenIdle } from '../ui/base/whenIdle'
import { filesOf } from '../words/portalFiles'
import { loadWords } from '../words/store'
import { PortalRoutes, startServices } from './PortalRoutes'
import { createPortalRouter } from './routes'

export async function open(root: HTMLElement) {
  // Every screen needs the profile, which cannot be read without a connection.
  if (!navigator.onLine || wasUnreached()) return showOffline(root)
  // The session is over, and the sign-in page is already loading.
  if (!startServices()) return
  const router = await createPortalRouter()
  await router.load()
  // Renders in slices, so that a phone responds to taps while the first screen renders.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <PortalRoutes router={router} />
      </StrictMode>,
    ),
  )
  whenComplete(() => {
    fetchDeferred()
    // Loads all word files, which are small, for dialogues and later screens. If a file fails, the component that needs
    // it requests it again.
    for (const name of filesOf(isStaffPath(location.pathname))) whenIdle(() => void loadWords(name).catch(() => undefined))
    void loadFont()
    whenIdle(installWorker)
  })
}

function showOffline(root: HTMLElement) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <InLanguage>
          <UiWords>
            <OfflineFrame />
          </UiWords>
        </InLanguage>
      </QueryClientProvider>
    </StrictMode>,
  )
}

/** Calls `act` once the first screen has loaded its data, so that less urgent requests do not slow it down. */
function whenComplete(act: () => void) {
  const check = () => (queries.isFetching() > 0 ? whenComplete(act) : whenIdle(act))
  setTimeout(check, 250)
}
