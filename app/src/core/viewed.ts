/**
 * Customer view mode: the bulk account that staff look at as its customers do. The address says it, so that a copied link, the
 * way back and a new tab keep it; and a page looks at the same one from its beginning to its end, so that nothing that was read
 * of one is shown of another. Whether somebody may is the server's to say.
 */
import { audienceOf } from './plain'

const parameter = 'bulkId'

/** What an address looks at; nothing on addresses of staff, where the parameter is one of theirs. */
export const viewedAt = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | undefined =>
  audienceOf(pathname) === 'customer' ? (new URLSearchParams(search).get(parameter) ?? undefined) : undefined

/** What this page looks at. */
export const viewedId: string | undefined = globalThis.location && viewedAt(globalThis.location)

/** For the router, whose screens do not know of it. */
export const viewRewrite = {
  input: ({ url }: { url: URL }) => {
    url.searchParams.delete(parameter)
    return url
  },
  output: ({ url }: { url: URL }) => {
    if (viewedId === undefined || audienceOf(url.pathname) !== 'customer') return url
    // Of what it gives the router makes its own address, too.
    const shown = new URL(url)
    shown.searchParams.set(parameter, viewedId)
    return shown
  },
}

/** The same address for whoever looks at their own. */
export function addressWithoutView({ href }: Pick<Location, 'href'>): string {
  const { pathname, search } = viewRewrite.input({ url: new URL(href) })
  return pathname + search
}
