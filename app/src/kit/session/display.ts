/** How lists are shown in this browser: the height of their rows, and the columns that are left out of each. */
import { atom, getDefaultStore } from 'jotai'

export type Density = 'compact' | 'comfortable'
/** The columns that are left out, by the name of their list. */
export type HiddenColumns = Readonly<Record<string, readonly string[]>>

const densityKey = 'gridbill.density'
const columnsKey = 'gridbill.columns'
const wideKey = 'gridbill.wideLists'

export const isDensity = (text: unknown): text is Density => text === 'compact' || text === 'comfortable'

/** Rows have one line unless the user chose otherwise. */
function storedDensity(): Density {
  const density = localStorage.getItem(densityKey)
  return isDensity(density) ? density : 'compact'
}

/** The lists that show every column and scroll sideways. Kept in this browser only, because it depends on the width of its screen. */
function storedWideLists(): readonly string[] {
  return (localStorage.getItem(wideKey) ?? '').split(' ').filter(Boolean)
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
export const wideListsAtom = atom(storedWideLists())

export function keepWideLists(lists: readonly string[]) {
  localStorage.setItem(wideKey, lists.join(' '))
  getDefaultStore().set(wideListsAtom, lists)
}

export function keepDensity(density: Density) {
  localStorage.setItem(densityKey, density)
  getDefaultStore().set(densityAtom, density)
}

export function keepHiddenColumns(hidden: HiddenColumns) {
  localStorage.setItem(columnsKey, JSON.stringify(hidden))
  getDefaultStore().set(hiddenColumnsAtom, hidden)
}
