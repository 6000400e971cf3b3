/**
 * Opens the part of the portal that the address belongs to. Public pages are a small part of their own, so that
 * the sign-in page loads nothing of the portal behind it.
 */
import './ui/base/tokens.css'
import './ui/base/reset.css'
import { link, paths } from './core/links'
import { audienceOf } from './core/plain'
import { applyTheme } from './kit/session/theme'
import { loadWords } from './words/store'

/** What is not there and what is not allowed is said within the portal's frame to whoever is signed in. */
async function isSignedIn(): Promise<boolean> {
  try {
    // biome-ignore lint/plugin: asked before the calls' own code is loaded
    const answer = await fetch('/portal/api/v1/Portal', { headers: { 'X-Session': 'cookie' } })
    const { Data } = (await answer.json()) as { Data: { signedInAs: string | null } | null }
    return Boolean(Data?.signedInAs)
  } catch {
    return false
  }
}

async function isPublicPage(): Promise<boolean> {
  if (audienceOf(location.pathname) !== 'public') return false
  const path = location.pathname.replace(/(.)\/+$/, '$1')
  const isMessage = path === paths.notFound || path === paths.unauthorized
  return !(isMessage && (await isSignedIn()))
}

async function begin() {
  const words = loadWords('public')
  const page = (await isPublicPage()) ? import('./routes/public') : import('./routes/portal')
  const [{ open }] = await Promise.all([page, words])
  open(document.getElementById('root') as HTMLElement)
}

applyTheme()
if (audienceOf(location.pathname)) await begin()
else location.replace(link('notFound'))
