/** Where to go after signing in: the page that was asked for, when it is one of ours. */
import { isStaffPath, link } from '../../core/links'
import { audienceOf } from '../../core/plain'
import { viewedAt } from '../../core/viewed'

type Audience = 'customer' | 'staff'

/** Public by its address, and only of use to somebody who is signed in. */
const changePassword = link('changePassword')

export function afterSignIn(audience: Audience, search: string, isPasswordResetRequired = false): string {
  // Nothing else is answered before that.
  if (isPasswordResetRequired) return audience === 'staff' ? link('firstTimeLogin') : changePassword
  const start = audience === 'staff' ? link('staffHome') : link('home')
  const asked = new URLSearchParams(search).get('redirect')
  // An own path only. To a browser "//elsewhere", "/\elsewhere" and "/<tab>/elsewhere" are other hosts: as it reads them, so do we.
  if (!asked?.startsWith('/') || !URL.canParse(asked, location.origin)) return start
  const url = new URL(asked, location.origin)
  if (url.origin !== location.origin) return start
  // Staff may have looked as a customer does.
  const isOurs =
    url.pathname === changePassword || audienceOf(url.pathname) === audience || (audience === 'staff' && viewedAt(url) !== undefined)
  return isOurs ? `${url.pathname}${url.search}${url.hash}` : start
}

/** The sign-in page that brings back here afterwards. */
export function signInAddress(path: string, search = '', idle = false, isStaff = isStaffPath(path)): string {
  const parameters = new URLSearchParams({ redirect: `${path}${search}`, ...(idle && { idle: '1' }) })
  return `${isStaff ? link('staffSignIn') : link('signIn')}?${parameters}`
}

/** Loads another part of the app, and never comes back to the code that asked. */
export function leaveFor(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}
