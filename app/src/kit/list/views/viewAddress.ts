/** What a saved view keeps of a list's address: its filters and its order. */
import type { SavedView } from '../../../core/core'
import type { List, Said } from '../declare'

type Saved = SavedView['address']
type Declared = Pick<List, 'orders' | 'params'>

const ofOrder = ['sort', 'ascending', 'descending']
const namesOf = ({ params, orders }: Declared): string[] => [...params.keys(), ...(orders.length > 0 ? ofOrder : [])]

/** The part of the address that is kept. */
export function savedOf(list: Declared, said: Said): Saved {
  const kept = namesOf(list).flatMap((name): [string, string][] => (said[name] === undefined ? [] : [[name, String(said[name])]]))
  return Object.fromEntries(kept)
}

/** What the address says with a view, in place of what it said before. */
export function saidWith(list: Declared & { read: (raw: Record<string, unknown>) => unknown }, saved: Saved): Said {
  const read = list.read({ ...saved }) as Said
  return Object.fromEntries(namesOf(list).map((name) => [name, read[name]]))
}

const sorted = (saved: Saved) => JSON.stringify(Object.entries(saved).sort(([one], [other]) => one.localeCompare(other)))

/** Whether the list shows that view now. */
export const isShown = (list: Parameters<typeof saidWith>[0], said: Said, saved: Saved): boolean =>
  sorted(savedOf(list, said)) === sorted(savedOf(list, saidWith(list, saved)))
