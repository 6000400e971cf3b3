/** Loads the rules: the public pages a small part of them, all other pages the whole. */
import publicPaths from 'gridbill-core/public-paths'

const path = globalThis.location?.pathname.replace(/(.)\/+$/, '$1')

export const isPublicPage = path !== undefined && (publicPaths as string[]).includes(path)

export const rules: typeof import('gridbill-core/first') = await (isPublicPage
  ? import('gridbill-core/first')
  : import('gridbill-core/portal'))
