/** The screens behind the sign-in, with what goes on beside them. */
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouterProvider as LinkProvider } from 'react-aria-components'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { audienceOf, endpoints } from '../core/core'
import { knowEndpoints, onConfirmIdentity } from '../kit/call/api'
import { watchChanges } from '../kit/call/fresh'
import { queries } from '../kit/call/queries'
import { listen } from '../kit/live/live'
import { askWhetherItIsYou } from '../kit/session/confirmIdentity'
import { takePart, watchSession } from '../kit/session/session'
import { ConfirmIdentity } from '../shell/ConfirmIdentity'
import { Idle } from '../shell/Idle'
import { UiWords } from '../words/UiWords'
import { useLanguage } from '../words/useLanguage'
import { router } from './routes'

/** React Aria's own words follow the portal's language, not the browser's. */
function InLanguage({ children }: { children: ReactNode }) {
  const language = useLanguage()
  return <I18nProvider locale={language === 'ms' ? 'ms-MY' : 'en-MY'}>{children}</I18nProvider>
}

/** Begins what goes on beside the screens. False when the session is over, and the sign-in page comes. */
export function begin(): boolean {
  knowEndpoints(endpoints)
  watchSession()
  watchChanges()
  let stopListening = () => {}
  if (!takePart(() => stopListening())) return false
  stopListening = listen()
  onConfirmIdentity(askWhetherItIsYou)
  return true
}

/** The router follows links within the portal; public pages are another part of the app. */
function follow(href: string) {
  const { pathname } = new URL(href, location.href)
  if (audienceOf(pathname) === 'public') location.assign(href)
  else void router.navigate({ href })
}

export function PortalRoutes() {
  return (
    <QueryClientProvider client={queries}>
      <InLanguage>
        <UiWords>
          <Idle>
            <LinkProvider navigate={follow}>
              <RouterProvider router={router} />
            </LinkProvider>
            <ConfirmIdentity />
          </Idle>
        </UiWords>
      </InLanguage>
    </QueryClientProvider>
  )
}
