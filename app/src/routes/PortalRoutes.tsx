/** The signed-in part of the app: its screens, and the services that run with them. */
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
// Not imported from the package's index, which would include React Aria's words for unused components.
import { RouterProvider as LinkProvider } from 'react-aria/private/utils/openLink'
import { audienceOf, endpoints } from '../core/core'
import { sharedPaths } from '../core/links'
import { viewedAt, viewedId } from '../core/viewed'
import { ConfirmIdentity } from '../features/identity/factors/ConfirmIdentity'
import { requestIdentityConfirmation } from '../features/identity/factors/confirmIdentity'
import { readMethods } from '../features/identity/factors/readMethods'
import { onConfirmIdentity, onWriteField, registerEndpoints } from '../kit/call/api'
import { queries } from '../kit/call/queries'
import { watchChanges } from '../kit/call/refetch'
import { writeList } from '../kit/call/writeLists'
import { listen } from '../kit/live/live'
import { InLanguage } from '../kit/page/InLanguage'
import { UiWords } from '../kit/page/UiWords'
import { refreshForStream } from '../kit/session/idleWatch'
import { joinSession, watchSession } from '../kit/session/session'
import { storeReturnPage } from '../kit/session/viewing'
import { Idle } from '../shell/Idle'
import type { PortalRouter } from './routes'

/** Starts the services. Returns false if the session is over, so that the sign-in page will open. */
export function startServices(): boolean {
  registerEndpoints(endpoints)
  onWriteField(writeList)
  watchSession()
  watchChanges()
  let stopListening = () => {}
  if (!joinSession(() => stopListening())) return false
  stopListening = listen(refreshForStream)
  onConfirmIdentity(() => requestIdentityConfirmation(readMethods))
  return true
}

/** Follows a link. Links within the portal use the router. Public pages and other customer views need a page load. */
function follow(href: string, router: PortalRouter) {
  const url = new URL(href, location.href)
  const viewed = viewedAt(url)
  if (viewed !== undefined && viewed !== viewedId) storeReturnPage()
  const isPublic = audienceOf(url.pathname) === 'public' && !sharedPaths.includes(url.pathname)
  if (isPublic || viewed !== viewedId) location.assign(href)
  // A tab is part of the page that the user is reading, so the page stays where it is.
  else void router.navigate({ href, resetScroll: !opensTab(url) })
}

/** Whether an address is another tab of the current page. */
function opensTab({ pathname, searchParams, hash }: URL): boolean {
  return pathname === location.pathname && hash === '' && searchParams.get('tab') !== new URLSearchParams(location.search).get('tab')
}

export function PortalRoutes({ router }: { router: PortalRouter }) {
  return (
    <QueryClientProvider client={queries}>
      <InLanguage>
        <UiWords>
          <Idle>
            <LinkProvider navigate={(href) => follow(href, router)}>
              <RouterProvider router={router} />
            </LinkProvider>
            <ConfirmIdentity />
          </Idle>
        </UiWords>
      </InLanguage>
    </QueryClientProvider>
  )
}
