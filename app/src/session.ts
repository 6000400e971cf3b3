/** Who is signed in, and keeping them so while they work. */
import { QueryClient } from '@tanstack/react-query'
import { call, Refused, refresh } from './api'
import { constants, type Profile } from './core'
import { signInAddress } from './features/identity/redirect'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What was refused will be refused again; what was not heard may be heard.
      retry: (failures, error) => failures < 2 && !(error instanceof Refused && error.status > 0 && error.status < 500),
    },
    mutations: { retry: false },
  },
})

/** The signed-in person; asks the side of the portal that the address belongs to. */
export const profileQuery = (isStaff: boolean) => ({
  queryKey: ['profile', isStaff],
  queryFn: () => (isStaff ? call('GetAdminProfile', {}) : call('GetUserProfile', {})) as Promise<Profile>,
  staleTime: 60_000,
})

/** Leaves for the sign-in page, which brings back here. */
export function leaveForSignIn(idle = false) {
  location.replace(signInAddress(location.pathname, location.search, idle))
}

export async function signOut(isStaff: boolean) {
  await call(isStaff ? 'AdminLogout' : 'Logout', {}).catch(() => undefined)
  location.replace(isStaff ? '/admin/login' : '/')
}

/** Renews the session every 135 seconds in which the person did something; silence lets it end. */
export function stayWhileActive() {
  let active = true
  const note = () => {
    active = true
  }
  for (const happening of ['pointerdown', 'keydown', 'scroll'] as const) {
    window.addEventListener(happening, note, { passive: true, capture: true })
  }
  setInterval(async () => {
    if (!active) return
    active = false
    const goesOn = await refresh().catch(() => true)
    if (!goesOn) leaveForSignIn(true)
  }, constants.refreshSeconds * 1000)
}

/** A refused session leads to the sign-in page, whatever asked. */
export function watchSession() {
  const watch = (error: unknown) => {
    if (error instanceof Refused && error.status === 401) leaveForSignIn(error.body.code === 'sessionExpired')
  }
  queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') watch(event.action.error)
  })
  queries.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') watch(event.action.error)
  })
}
