/** Converts between a saved view and a list's address. A view contains the filters and the order. */
import type { SavedView } from '~/core/core'
import type { List, ListParams } from '../declare'

type SavedAddress = SavedView['address']
type DeclaredParams = Pick<List, 'orders' | 'params'>

const orderParamNames = ['sort', 'ascending', 'descending']
const paramNames = ({ params, orders }: DeclaredParams): string[] => [...params.keys(), ...(orders.length > 0 ? orderParamNames : [])]

/** Returns the parameters to store in a view. */
export function savedAddressOf(list: DeclaredParams, params: ListParams): SavedAddress {
  const kept = paramNames(list).flatMap((name): [string, string][] => (params[name] === undefined ? [] : [[name, String(params[name])]]))
  return Object.fromEntries(kept)
}

/** Returns the change of the address that opens a view. It clears all other filters. */
export function paramsOfView(list: DeclaredParams & { read: (raw: Record<string, unknown>) => unknown }, saved: SavedAddress): ListParams {
  const read = list.read({ ...saved }) as ListParams
  return Object.fromEntries(paramNames(list).map((name) => [name, read[name]]))
}

const sorted = (saved: SavedAddress) => JSON.stringify(Object.entries(saved).sort(([one], [other]) => one.localeCompare(other)))

/** Whether the list currently shows this view. */
export const isShown = (list: Parameters<typeof paramsOfView>[0], params: ListParams, saved: SavedAddress): boolean =>
  sorted(savedAddressOf(list, params)) === sorted(savedAddressOf(list, paramsOfView(list, saved)))
