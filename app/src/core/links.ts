/** Links from core's list of screens. No other file contains the address of a screen. */
import { addresses } from 'gridbill-core/declared/public'
import { audienceOf } from './generatedData'
import { viewedId } from './viewed'

type Addresses = typeof addresses
export type ScreenName = keyof Addresses

/** A path in the router's syntax: `/bills/$invoiceNo`. */
type RouterPath<Path extends string> = Path extends `${infer Start}{${infer Name}}${infer Rest}`
  ? `${Start}$${Name}${RouterPath<Rest>}`
  : Path
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The parameters of a link: all names in the path, and values for the query. */
type LinkParams<Name extends ScreenName> = { [Param in NamesIn<Addresses[Name]>]: string } & Record<
  string,
  string | number | boolean | undefined
>

/** The path of each screen, for routes and for the router's own links. */
export const paths = Object.fromEntries(Object.entries(addresses).map(([name, path]) => [name, path.replace(/\{(\w+)\}/g, '$$$1')])) as {
  readonly [Name in ScreenName]: RouterPath<Addresses[Name]>
}

/**
 * Returns the address of a screen. Parameters that the path does not name are in the query. Undefined values are left out.
 *
 *   link('bill', { invoiceNo })            /billPayment/bills/100000000001
 *   link('outstandingBills', { overdue: true })   /billPayment/outstanding?overdue=true
 */
export function link<Name extends ScreenName>(
  name: Name,
  ...[params = {} as LinkParams<Name>]: NamesIn<Addresses[Name]> extends never ? [params?: LinkParams<Name>] : [params: LinkParams<Name>]
): string {
  const query = new URLSearchParams()
  let path: string = addresses[name]
  for (const [key, value] of Object.entries(params)) {
    if (value === undefined) continue
    if (path.includes(`{${key}}`)) path = path.replace(`{${key}}`, encodeURIComponent(value))
    else query.set(key, String(value))
  }
  // In customer view mode, links between customer screens keep the viewed bulk account.
  if (viewedId !== undefined && audienceOf(path) === 'customer') query.set('bulkId', viewedId)
  return query.size > 0 ? `${path}?${query}` : path
}

/** Public addresses that open inside the portal's frame for a signed-in user. */
export const sharedPaths: readonly string[] = [
  paths.notFound,
  paths.unauthorized,
  paths.learnMore,
  paths.apiDocs,
  paths.verifyPack,
  paths.status,
]

/** Whether an address belongs to the staff side. */
export const isStaffPath = (path: string) => path === addresses.staffHome || path.startsWith(`${addresses.staffHome}/`)
