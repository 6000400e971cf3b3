/** The screens behind the sign-in, with what goes on beside them. */
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
// By this path: the package's index would bring React Aria's words for pieces that are not used.
import { RouterProvider as LinkProvider } from 'react-aria/private/utils/openLink'
import { audienceOf, endpoints } from '../core/core'
import { sharedPaths } from '../core/links'
import { viewedAt, viewedId } from '../core/viewed'
import { knowEndpoints, onConfirmIdentity } from '../kit/call/api'
import { watchChanges } from '../kit/call/fresh'
import { queries } from '../kit/call/queries'
import { listen } from '../kit/live/live'
import { InLanguage } from '../kit/page/InLanguage'
import { UiWords } from '../kit/page/UiWords'
import { askWhetherItIsYou } from '../kit/session/confirmIdentity'
import { takePart, watchSession } from '../kit/session/session'
import { keepWayBack } from '../kit/session/viewing'
import { ConfirmIdentity } from '../shell/ConfirmIdentity'
import { Idle } from '../shell/Idle'
import { router } from './routes'

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

/** The router follows links within the portal; public pages are another part of the app, and what another customer view shows is another page. */
function follow(href: string) {
  const url = new URL(href, location.href)
  const viewed = viewedAt(url)
  if (viewed !== undefined && viewed !== viewedId) keepWayBack()
  const isPublic = audienceOf(url.pathname) === 'public' && !sharedPaths.includes(url.pathname)
  if (isPublic || viewed !== viewedId) location.assign(href)
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
