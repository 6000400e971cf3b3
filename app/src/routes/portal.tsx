/** The portal behind the sign-in. */
import '../words/portal'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onConfirmIdentity } from '../kit/call/api'
import { watchChanges } from '../kit/call/fresh'
import { listen } from '../kit/live/live'
import { askWhetherItIsYou } from '../kit/session/confirmIdentity'
import { queries, takePart, watchSession } from '../kit/session/session'
import { ConfirmIdentity } from '../shell/ConfirmIdentity'
import { Idle } from '../shell/Idle'
import { InLanguage } from '../words/InLanguage'
import { UiWords } from '../words/UiWords'
import { followLinks } from './followLinks'
import { router } from './routes'

export function open(root: HTMLElement) {
  watchSession()
  watchChanges()
  let stopListening = () => {}
  if (!takePart(() => stopListening())) return
  stopListening = listen()
  followLinks(router)
  onConfirmIdentity(askWhetherItIsYou)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <InLanguage>
          <UiWords>
            <Idle>
              <RouterProvider router={router} />
              <ConfirmIdentity />
            </Idle>
          </UiWords>
        </InLanguage>
      </QueryClientProvider>
    </StrictMode>,
  )
}
