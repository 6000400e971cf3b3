/** Converts between a saved view and a list's address. A view stores the filters and the order. */
import type { SavedView } from '../../../core/core'
import type { List, ListParams } from '../declare'

type SavedAddress = SavedView['address']
type Declared = Pick<List, 'orders' | 'params'>

const ofOrder = ['sort', 'ascending', 'descending']
const namesOf = ({ params, orders }: Declared): string[] => [...params.keys(), ...(orders.length > 0 ? ofOrder : [])]

/** Returns the parameters that a view stores. */
export function savedAddressOf(list: Declared, said: ListParams): SavedAddress {
  const kept = namesOf(list).flatMap((name): [string, string][] => (said[name] === undefined ? [] : [[name, String(said[name])]]))
  return Object.fromEntries(kept)
}

/** Returns the change to the address that applies a view; other filters are cleared. */
export function paramsOfView(list: Declared & { read: (raw: Record<string, unknown>) => unknown }, saved: SavedAddress): ListParams {
  const read = list.read({ ...saved }) as ListParams
  return Object.fromEntries(namesOf(list).map((name) => [name, read[name]]))
}

const sorted = (saved: SavedAddress) => JSON.stringify(Object.entries(saved).sort(([one], [other]) => one.localeCompare(other)))

/** Whether the list currently shows this view. */
export const isShown = (list: Parameters<typeof paramsOfView>[0], said: ListParams, saved: SavedAddress): boolean =>
  sorted(savedAddressOf(list, said)) === sorted(savedAddressOf(list, paramsOfView(list, saved)))
