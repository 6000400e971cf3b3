/**
 * The app's entry point: loads the part of the portal that the address belongs to. Public pages are a small separate part, so that
 * the sign-in page loads nothing of the portal behind it.
 */
import './ui/base/tokens.css'
import './ui/base/reset.css'
import './ui/base/frame.css'
import { audienceOf } from './core/generatedData'
import { loadRules } from './core/lazyRules'
import { isStaffPath, link, sharedPaths } from './core/links'
import { viewedId } from './core/viewed'
import { requestEarly, requestFirstScreenEarly } from './kit/call/early'
import { werePreferencesLoaded } from './kit/session/activity'
import { applyTheme } from './kit/session/theme'
import { showCachedFont } from './ui/base/font'
import { currentLanguage } from './words/language'
import { loadWords } from './words/store'

/** Some public pages are shown within the portal's frame to signed-in users. */
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

/** Requests everything the portal needs in parallel: on a slow connection, each sequential request costs a second. */
async function openPortal() {
  root.append((document.getElementById('first-frame') as HTMLTemplateElement).content)
  requestData()
  requestParts()
  // The code is already being downloaded. If it ran as soon as it arrived, it would delay painting the frame.
  await painted()
  const portal = import('./routes/portal')
  loadRules()
  const [{ open }] = await Promise.all([portal, ...(['public', 'frame', 'refusals'] as const).map(loadWords)])
  // Starts a new task, because executing the loaded code kept the browser busy until here.
  await new Promise((resolve) => setTimeout(resolve))
  await open(root)
}

/** Requests the first data early. In customer view mode, pages request their data differently. */
function requestData() {
  if (viewedId === undefined) {
    requestEarly(isStaffPath(location.pathname) ? 'GetAdminProfile' : 'GetUserProfile')
    requestFirstScreenEarly(location)
  }
  if (!werePreferencesLoaded()) requestEarly('GetUserPreferences')
}

/**
 * Requests the files that the page names for its screen (vite-plugins/portalPage.ts). Requested before the data, they would occupy
 * all connections.
 */
function requestParts() {
  const parts = (document.getElementById('parts') as HTMLTemplateElement | null)?.content
  if (!parts) return
  for (const words of parts.querySelectorAll<HTMLElement>('[lang]')) if (words.lang !== currentLanguage()) words.remove()
  document.head.append(parts)
}

/** Resolves after the next paint. A page in the background is never painted, so it does not wait. */
const painted = () => (document.hidden ? undefined : new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

/** Shows the message from index.html when the code that renders pages could not be loaded. */
function showLoadFailure() {
  const failure = (document.getElementById('load-failure') as HTMLTemplateElement).content.cloneNode(true) as DocumentFragment
  for (const said of failure.querySelectorAll<HTMLElement>('[lang]')) if (said.lang !== currentLanguage()) said.remove()
  failure.querySelector('button')?.addEventListener('click', () => location.reload())
  root.replaceChildren(failure)
}

applyTheme()
showCachedFont()
if (audienceOf(location.pathname))
  void isPublicPage()
    .then((isPublic) => (isPublic ? openPublicPages() : openPortal()))
    .catch(showLoadFailure)
else location.replace(link('notFound'))
