/** Redirects to and from the sign-in page. */

import { audienceOf } from '~/core/generatedData'
import { isStaffPath, link } from '~/core/links'
import { viewedAt } from '~/core/viewed'

type Audience = 'customer' | 'staff'

/** A public address, but useful only to signed-in users. */
const changePassword = link('changePassword')

/** Returns the address to open after a sign-in: the requested page, if it belongs to this side of the portal. */
export function afterSignIn(audience: Audience, search: string, isPasswordResetRequired = false): string {
  // The server refuses all other calls until the password is changed.
  if (isPasswordResetRequired) return audience === 'staff' ? link('firstTimeLogin') : changePassword
  const start = audience === 'staff' ? link('staffHome') : link('home')
  const asked = new URLSearchParams(search).get('redirect')
  // Accept only paths of the portal. Browsers read "//elsewhere", "/\elsewhere" and "/<tab>/elsewhere" as other hosts,
  // so parse the address as they do.
  if (!asked?.startsWith('/') || !URL.canParse(asked, location.origin)) return start
  const url = new URL(asked, location.origin)
  if (url.origin !== location.origin) return start
  // Staff may return to a page in customer view mode.
  const isAllowed =
    url.pathname === changePassword || audienceOf(url.pathname) === audience || (audience === 'staff' && viewedAt(url) !== undefined)
  return isAllowed ? `${url.pathname}${url.search}${url.hash}` : start
}

/** Returns the address of the sign-in page, which afterwards redirects to this path. */
export function signInAddress(path: string, search = '', idle = false, isStaff = isStaffPath(path)): string {
  const parameters = new URLSearchParams({ redirect: `${path}${search}`, ...(idle && { idle: '1' }) })
  return `${isStaff ? link('staffSignIn') : link('signIn')}?${parameters}`
}

/** Redirects with a page load. The promise never resolves, so that the caller does not continue. */
export function leaveFor(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}
