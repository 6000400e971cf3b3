/** Loads the rules: the public pages a small part of them, all other pages the whole. */
import publicPaths from 'gridbill-core/public-paths'

const path = globalThis.location?.pathname.replace(/(.)\/+$/, '$1')

/** What is not there and what is not allowed is said within the portal's frame to whoever is signed in. */
const isMessage = path === '/404' || path === '/unauthorized'
async function isSignedIn(): Promise<boolean> {
  try {
    const answer = await fetch('/portal/api/v1/Portal', { headers: { 'X-Session': 'cookie' } })
    const { Data } = (await answer.json()) as { Data: { signedInAs: string | null } | null }
    return Boolean(Data?.signedInAs)
  } catch {
    return false
  }
}

export const isPublicPage = path !== undefined && (publicPaths as string[]).includes(path) && !(isMessage && (await isSignedIn()))

// Each awaited by itself: of a choice between two imports the bundler would have the browser fetch both.
export const rules: typeof import('gridbill-core/first') = isPublicPage
  ? await import('gridbill-core/first')
  : await import('gridbill-core/portal')
