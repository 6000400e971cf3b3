/**
 * Customer view mode: staff see a bulk account as its customers do. The address contains the id of the bulk account, so a
 * copied link, the back button and a new tab keep the mode. A page never changes its bulk account, so data of one never
 * appears under another. The server checks whether the user may view it.
 */
import { audienceOf } from './generatedData'

const parameter = 'bulkId'

/** Returns the bulk account that an address views. Undefined for staff addresses, where the parameter has another meaning. */
export const viewedAt = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string | undefined =>
  audienceOf(pathname) === 'customer' ? (new URLSearchParams(search).get(parameter) ?? undefined) : undefined

/** The bulk account that this page views. */
export const viewedId: string | undefined = globalThis.location && viewedAt(globalThis.location)

/** Rewrites addresses for the router, so that screens need not handle the parameter. */
export const viewRewrite = {
  input: ({ url }: { url: URL }) => {
    url.searchParams.delete(parameter)
    return url
  },
  output: ({ url }: { url: URL }) => {
    if (viewedId === undefined || audienceOf(url.pathname) !== 'customer') return url
    // A copy, because the router also derives its own address from the URL that it passes in.
    const shown = new URL(url)
    shown.searchParams.set(parameter, viewedId)
    return shown
  },
}

/** Returns the path and query of an address, without customer view mode. */
export function addressWithoutView({ href }: Pick<Location, 'href'>): string {
  const { pathname, search } = viewRewrite.input({ url: new URL(href) })
  return pathname + search
}
