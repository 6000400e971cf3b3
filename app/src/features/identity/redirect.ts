/** Where to go after signing in: the page that was asked for, when it is one of ours. */
import { screenAt } from '../../first'

export function afterSignIn(audience: 'customer' | 'staff', search: string): string {
  const start = audience === 'staff' ? '/admin' : '/home'
  const asked = new URLSearchParams(search).get('redirect')
  // An own path only: "//elsewhere" and "/\elsewhere" are other hosts to a browser.
  if (!asked?.startsWith('/') || /^\/[/\\]/.test(asked)) return start
  const url = new URL(asked, location.origin)
  if (url.origin !== location.origin) return start
  return screenAt(url.pathname)?.audience === audience ? `${url.pathname}${url.search}${url.hash}` : start
}

/** The sign-in page that brings back here afterwards. */
export function signInAddress(path: string, search = '', idle = false): string {
  const parameters = new URLSearchParams({ redirect: `${path}${search}`, ...(idle && { idle: '1' }) })
  return `${path.startsWith('/admin') ? '/admin/login' : '/'}?${parameters}`
}
