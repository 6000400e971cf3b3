/** The redirect after signing in: the requested page, if it belongs to the portal. */

import { audienceOf } from '../../core/generatedData'
import { isStaffPath, link } from '../../core/links'
import { viewedAt } from '../../core/viewed'

type Audience = 'customer' | 'staff'

/** Has a public address, but is only useful to a signed-in user. */
const changePassword = link('changePassword')

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
  const isOurs =
    url.pathname === changePassword || audienceOf(url.pathname) === audience || (audience === 'staff' && viewedAt(url) !== undefined)
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : start
}

/** Returns the address of the sign-in page, which redirects back here afterwards. */
export function signInAddress(path: string, search = '', idle = false, isStaff = isStaffPath(path)): string {
  const parameters = new URLSearchParams({ redirect: `${path}${search}`, ...(idle && { idle: '1' }) })
  return `${isStaff ? link('staffSignIn') : link('signIn')}?${parameters}`
}

/** Loads another part of the app. The promise never resolves, so the caller's code does not continue. */
export function leaveFor(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}
