/** Converts between a saved view and a list's address. A view stores the filters and the order. */
import type { SavedView } from '../../../core/core'
import type { List, Said } from '../declare'

type Saved = SavedView['address']
type Declared = Pick<List, 'orders' | 'params'>

const ofOrder = ['sort', 'ascending', 'descending']
const namesOf = ({ params, orders }: Declared): string[] => [...params.keys(), ...(orders.length > 0 ? ofOrder : [])]

/** Returns the parameters that a view stores. */
export function savedOf(list: Declared, said: Said): Saved {
  const kept = namesOf(list).flatMap((name): [string, string][] => (said[name] === undefined ? [] : [[name, String(said[name])]]))
  return Object.fromEntries(kept)
}

/** Returns the change to the address that applies a view; other filters are cleared. */
export function saidWith(list: Declared & { read: (raw: Record<string, unknown>) => unknown }, saved: Saved): Said {
  const read = list.read({ ...saved }) as Said
  return Object.fromEntries(namesOf(list).map((name) => [name, read[name]]))
}

const sorted = (saved: Saved) => JSON.stringify(Object.entries(saved).sort(([one], [other]) => one.localeCompare(other)))

/** Whether the list currently shows this view. */
export const isShown = (list: Parameters<typeof saidWith>[0], said: Said, saved: Saved): boolean =>
  sorted(savedOf(list, said)) === sorted(savedOf(list, saidWith(list, saved)))
