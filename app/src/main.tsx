/**
 * Opens the part of the portal that the address belongs to. Public pages are a small part of their own, so that
 * the sign-in page loads nothing of the portal behind it.
 */
import './ui/base/tokens.css'
import './ui/base/reset.css'
import './ui/base/frame.css'
import { loadRules } from './core/later'
import { isStaffPath, link, sharedPaths } from './core/links'
import { audienceOf } from './core/plain'
import { viewedId } from './core/viewed'
import { askEarly, askFirstEarly } from './kit/call/early'
import { werePreferencesBrought } from './kit/session/activity'
import { applyTheme } from './kit/session/theme'
import { showFontThatCame } from './ui/base/font'
import { currentLanguage } from './words/language'
import { loadWords } from './words/store'

/** Some public pages stand within the portal's frame for a signed-in user. */
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
  return !(sharedPaths.includes(path) && (await isSignedIn()))
}

const root = document.getElementById('root') as HTMLElement

async function openPublicPages() {
  const [{ open }] = await Promise.all([import('./routes/public'), loadWords('public')])
  open(root)
}

/** What the portal needs is asked for at once: on a slow line, each thing that waits for another costs a second. */
async function openPortal() {
  root.append((document.getElementById('first-frame') as HTMLTemplateElement).content)
  askForData()
  askForParts()
  // Its code is on its way already. Run as soon as it came, it would keep the frame from being drawn.
  await painted()
  const portal = import('./routes/portal')
  loadRules()
  const [{ open }] = await Promise.all([portal, ...(['public', 'frame', 'refusals'] as const).map(loadWords)])
  // A task of its own: until here the browser was busy with the code that came.
  await new Promise((resolve) => setTimeout(resolve))
  await open(root)
}

/** What staff look at as customers do is asked for in another way. */
function askForData() {
  if (viewedId === undefined) {
    askEarly(isStaffPath(location.pathname) ? 'GetAdminProfile' : 'GetUserProfile')
    askFirstEarly(location)
  }
  if (!werePreferencesBrought()) askEarly('GetUserPreferences')
}

/** What the page names for its screen (vite-plugins/portalPage.ts). Asked for before the data, it would take all connections. */
function askForParts() {
  const parts = (document.getElementById('parts') as HTMLTemplateElement | null)?.content
  if (!parts) return
  for (const words of parts.querySelectorAll<HTMLElement>('[lang]')) if (words.lang !== currentLanguage()) words.remove()
  document.head.append(parts)
}

/** A page in the background is not drawn. */
const painted = () => (document.hidden ? undefined : new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

/** Without the code that draws pages, what index.html holds for it is all that can be said. */
function showLoadFailure() {
  const failure = (document.getElementById('load-failure') as HTMLTemplateElement).content.cloneNode(true) as DocumentFragment
  for (const said of failure.querySelectorAll<HTMLElement>('[lang]')) if (said.lang !== currentLanguage()) said.remove()
  failure.querySelector('button')?.addEventListener('click', () => location.reload())
  root.replaceChildren(failure)
}

applyTheme()
showFontThatCame()
if (audienceOf(location.pathname))
  void isPublicPage()
    .then((isPublic) => (isPublic ? openPublicPages() : openPortal()))
    .catch(showLoadFailure)
else location.replace(link('notFound'))
