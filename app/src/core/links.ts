/** Links, made from core's list of screens: no address is written anywhere else. */
import { addresses } from 'gridbill-core/declared/public'
import { audienceOf } from './plain'
import { viewedId } from './viewed'

type Addresses = typeof addresses
export type ScreenName = keyof Addresses

/** The path as the router writes it: `/bills/$invoiceNo`. */
type Routed<Path extends string> = Path extends `${infer Start}{${infer Name}}${infer Rest}` ? `${Start}$${Name}${Routed<Rest>}` : Path
type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** What a link says: every name in the path, and what is to stand in the query. */
type Said<Name extends ScreenName> = { [Param in NamesIn<Addresses[Name]>]: string } & Record<string, string | number | boolean | undefined>

/** The path of each screen, for routes and for the router's own links. */
export const paths = Object.fromEntries(Object.entries(addresses).map(([name, path]) => [name, path.replace(/\{(\w+)\}/g, '$$$1')])) as {
  readonly [Name in ScreenName]: Routed<Addresses[Name]>
}

/**
 * The address of a screen. What is not in its path goes to the query; undefined says nothing.
 *
 *   link('bill', { invoiceNo })            /billPayment/bills/100000000001
 *   link('outstandingBills', { overdue: true })   /billPayment/outstanding?overdue=true
 */
export function link<Name extends ScreenName>(
  name: Name,
  ...[said = {} as Said<Name>]: NamesIn<Addresses[Name]> extends never ? [said?: Said<Name>] : [said: Said<Name>]
): string {
  const query = new URLSearchParams()
  let path: string = addresses[name]
  for (const [key, value] of Object.entries(said)) {
    if (value === undefined) continue
    if (path.includes(`{${key}}`)) path = path.replace(`{${key}}`, encodeURIComponent(value))
    else query.set(key, String(value))
  }
  // In customer view mode a customer's screens lead to each other.
  if (viewedId !== undefined && audienceOf(path) === 'customer') query.set('bulkId', viewedId)
  return query.size > 0 ? `${path}?${query}` : path
}

/** Public addresses that open within the frame for a signed-in user. */
export const sharedPaths: readonly string[] = [paths.notFound, paths.unauthorized, paths.learnMore]

/** Whether an address is on the utility's side. */
export const isStaffPath = (path: string) => path === addresses.staffHome || path.startsWith(`${addresses.staffHome}/`)
