/** The addresses of the portal. Who may open them is core's: its list of screens guards them all. */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { Refused } from './api'
import { opensFor, type Profile, screenAt } from './core'
import { Home } from './features/home/Home'
import { StaffHome } from './features/home/StaffHome'
import { leaveForSignIn, profileQuery, queries } from './session'
import { CouldNotLoad } from './shell/CouldNotLoad'
import { Later } from './shell/Later'
import { Shell } from './shell/Shell'

/** Leaves the portal's part of the app, and never comes back to the code that asked. */
function leaveFor(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}

async function guard(path: string): Promise<{ profile: Profile }> {
  const screen = screenAt(path)
  if (!screen) return leaveFor('/404')
  if (screen.audience === 'public') return leaveFor(path)
  let profile: Profile
  try {
    profile = await queries.ensureQueryData(profileQuery(screen.audience === 'staff'))
  } catch (error) {
    if (error instanceof Refused && error.status === 401) {
      leaveForSignIn(error.body.code === 'sessionExpired')
      return new Promise(() => undefined)
    }
    if (error instanceof Refused && error.status === 403) return leaveFor('/unauthorized')
    throw error
  }
  if (!opensFor(path, profile)) return leaveFor('/unauthorized')
  return { profile }
}

const root = createRootRoute({
  beforeLoad: ({ location }) => guard(location.pathname),
  component: Shell,
  errorComponent: CouldNotLoad,
  notFoundComponent: Later,
})

const home = createRoute({ getParentRoute: () => root, path: '/home', component: Home })
const staffHome = createRoute({ getParentRoute: () => root, path: '/admin', component: StaffHome })

export const router = createRouter({
  routeTree: root.addChildren([home, staffHome]),
  defaultPreload: 'intent',
  defaultPendingMs: 500,
  scrollRestoration: true,
  defaultErrorComponent: CouldNotLoad,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
