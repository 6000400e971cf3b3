/**
 * The app's entry point. It loads the part of the portal to which the address belongs. Public pages are a small part of their own, so
 * that the sign-in page does not load the signed-in portal.
 */
import './ui/base/tokens.css'
import './ui/base/reset.css'
import './ui/base/frame.css'
import './core/packages'
import { werePreferencesLoaded } from './core/activity'
import { audienceOf } from './core/generatedData'
import { loadRules } from './core/lazyRules'
import { isStaffPath, link, sharedPaths } from './core/links'
import { viewedId } from './core/viewed'
import { requestEarly, requestFirstScreenEarly } from './kit/call/early'
import { applyTheme } from './kit/session/theme'
import { showCachedFont } from './ui/base/font'
import { currentLanguage } from './words/language'
import { loadWords } from './words/store'

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

/** Whether to open the public pages. For signed-in users, some of them open in the portal's frame instead. */
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

/** Opens the signed-in portal. Requests all its files in parallel, because each round trip takes a second on a slow connection. */
async function openPortal() {
  root.append((document.getElementById('first-frame') as HTMLTemplateElement).content)
  requestData()
  requestParts()
  // The browser is already downloading the code. Running it earlier would delay painting the frame.
  await waitForPaint()
  const portal = import('./routes/portal')
  loadRules()
  const [{ open }] = await Promise.all([portal, ...(['public', 'frame', 'refusals'] as const).map(loadWords)])
  // Starts a new task, because running the loaded code kept the browser busy.
  await new Promise((resolve) => setTimeout(resolve))
  await open(root)
}

/** Requests the first data early. Not in customer view mode, in which pages make other requests. */
function requestData() {
  if (viewedId === undefined) {
    requestEarly(isStaffPath(location.pathname) ? 'GetAdminProfile' : 'GetUserProfile')
    requestFirstScreenEarly(location)
  }
  if (!werePreferencesLoaded()) requestEarly('GetUserPreferences')
}

/**
 * Requests the files that the page lists for its screen (vite-plugins/portalPage.ts). They are requested after the data, because they
 * would occupy all connections.
 */
function requestParts() {
  const parts = (document.getElementById('parts') as HTMLTemplateElement | null)?.content
  if (!parts) return
  for (const words of parts.querySelectorAll<HTMLElement>('[lang]')) if (words.lang !== currentLanguage()) words.remove()
  document.head.append(parts)
}

/** Waits for the next paint. Does not wait in a background tab, which is never painted. */
const waitForPaint = () => (document.hidden ? undefined : new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

/** Shows the message from index.html when the code that renders pages could not be loaded. */
function showLoadFailure() {
  const failure = (document.getElementById('load-failure') as HTMLTemplateElement).content.cloneNode(true) as DocumentFragment
  for (const message of failure.querySelectorAll<HTMLElement>('[lang]')) if (message.lang !== currentLanguage()) message.remove()
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
