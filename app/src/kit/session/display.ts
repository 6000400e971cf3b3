/** How lists are shown in this browser: the height of their rows, and the columns that are left out of each. */
import { atom, getDefaultStore } from 'jotai'

export type Density = 'compact' | 'comfortable'
/** The columns that are left out, by the name of their list. */
export type HiddenColumns = Readonly<Record<string, readonly string[]>>

const densityKey = 'gridbill.density'
const columnsKey = 'gridbill.columns'

export const isDensity = (text: unknown): text is Density => text === 'compact' || text === 'comfortable'

/** Fingers need more room, and cannot point at what a row of one line cuts; on a narrow screen too much would be cut. */
function storedDensity(): Density {
  const density = localStorage.getItem(densityKey)
  if (isDensity(density)) return density
  return matchMedia('(pointer: coarse), (max-width: 1100px)').matches ? 'comfortable' : 'compact'
}

/** What was stored, by this version or another; what is not understood is left out. */
export function hiddenIn(text: string | null): HiddenColumns {
  try {
    const all: unknown = JSON.parse(text ?? '{}')
    const lists = Object.entries(all ?? {}).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    return Object.fromEntries(lists.map(([list, ids]) => [list, ids.filter((id) => typeof id === 'string')]))
  } catch {
    return {}
  }
}

/** Read by every list, written by the functions below. */
export const densityAtom = atom(storedDensity())
export const hiddenColumnsAtom = atom(hiddenIn(localStorage.getItem(columnsKey)))

export function keepDensity(density: Density) {
  localStorage.setItem(densityKey, density)
  getDefaultStore().set(densityAtom, density)
}

export function keepHiddenColumns(hidden: HiddenColumns) {
  localStorage.setItem(columnsKey, JSON.stringify(hidden))
  getDefaultStore().set(hiddenColumnsAtom, hidden)
}
