/** The portal behind the sign-in. */
import './words/portal'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { listen } from './live'
import { router } from './routes'
import { followLinks } from './shell/followLinks'
import { queries, stayWhileActive, watchSession } from './session'
import { UiWords } from './words/UiWords'

export function open(root: HTMLElement) {
  watchSession()
  stayWhileActive()
  listen()
  followLinks(router)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <UiWords>
          <RouterProvider router={router} />
        </UiWords>
      </QueryClientProvider>
    </StrictMode>,
  )
}
