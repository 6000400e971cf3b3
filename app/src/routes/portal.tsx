/** Opens the portal behind the sign-in. The frame of index.html stands until the first screen can be drawn. */
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { isStaffPath } from '../core/links'
import { queries } from '../kit/call/queries'
import { InLanguage } from '../kit/page/InLanguage'
import { UiWords } from '../kit/page/UiWords'
import { installWorker, wasUnreached } from '../kit/session/offlineFiles'
import { OfflineFrame } from '../shell/OfflineFrame'
import { loadFont } from '../ui/base/font'
import { fetchLater } from '../ui/base/later'
import { whenIdle } from '../ui/base/whenIdle'
import { filesOf } from '../words/portalFiles'
import { loadWords } from '../words/store'
import { begin, PortalRoutes } from './PortalRoutes'
import { router } from './routes'

export async function open(root: HTMLElement) {
  // Every screen asks first who is signed in.
  if (!navigator.onLine || wasUnreached()) return showOffline(root)
  // Without a session the sign-in page is on its way.
  if (!begin()) return
  await router.load()
  // In slices: a phone can answer a tap while the first screen is drawn.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <PortalRoutes />
      </StrictMode>,
    ),
  )
  whenComplete(() => {
    fetchLater()
    // Words are small: dialogues and later screens find theirs. Whoever needs one that could not be loaded asks for it again.
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

/** Once the first screen has all that it asked for: nothing that can wait takes its place on the line. */
function whenComplete(act: () => void) {
  const look = () => (queries.isFetching() > 0 ? whenComplete(act) : whenIdle(act))
  setTimeout(look, 250)
}
