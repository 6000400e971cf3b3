/** Loads the rules: the public pages a small part of them, all other pages the whole. */
import publicPaths from 'gridbill-core/public-paths'

const path = globalThis.location?.pathname.replace(/(.)\/+$/, '$1')

export const isPublicPage = path !== undefined && (publicPaths as string[]).includes(path)

// Each awaited by itself: of a choice between two imports the bundler would have the browser fetch both.
export const rules: typeof import('gridbill-core/first') = isPublicPage
  ? await import('gridbill-core/first')
  : await import('gridbill-core/portal')
