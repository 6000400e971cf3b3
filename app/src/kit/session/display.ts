/** The display of lists in this browser: row height, hidden columns, and lists that scroll sideways. */
import { atom, getDefaultStore } from 'jotai'

export type Density = 'compact' | 'comfortable'
/** Hidden columns by list name. */
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

/**
 * Returns the lists that show all columns and scroll sideways. Stored only in this browser, because the choice depends on
 * the width of its screen.
 */
function storedWideLists(): readonly string[] {
  return (localStorage.getItem(wideKey) ?? '').split(' ').filter(Boolean)
}

/** Parses stored hidden columns. Another version may have stored them, so invalid parts are ignored. */
export function parseHiddenColumns(text: string | null): HiddenColumns {
  try {
    const all: unknown = JSON.parse(text ?? '{}')
    const lists = Object.entries(all ?? {}).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    return Object.fromEntries(lists.map(([list, ids]) => [list, ids.filter((id) => typeof id === 'string')]))
  } catch {
    return {}
  }
}

/** Written only by the functions below. */
export const densityAtom = atom(storedDensity())
export const hiddenColumnsAtom = atom(parseHiddenColumns(localStorage.getItem(columnsKey)))
export const wideListsAtom = atom(storedWideLists())

/** Sets whether a list scrolls sideways. Reads the stored lists first, because another tab may have changed them. */
export function setIsWide(list: string, isWide: boolean) {
  const others = storedWideLists().filter((one) => one !== list)
  const lists = isWide ? [...others, list] : others
  localStorage.setItem(wideKey, lists.join(' '))
  getDefaultStore().set(wideListsAtom, lists)
}

export function setDensity(density: Density) {
  localStorage.setItem(densityKey, density)
  getDefaultStore().set(densityAtom, density)
}

export function setHiddenColumns(hidden: HiddenColumns) {
  localStorage.setItem(columnsKey, JSON.stringify(hidden))
  getDefaultStore().set(hiddenColumnsAtom, hidden)
}

/** Shows or hides a column. Reads the stored columns first, because another tab may have changed them. Returns those of all lists. */
export function setColumnShown(list: string, id: string, isShown: boolean): HiddenColumns {
  const stored = parseHiddenColumns(localStorage.getItem(columnsKey))
  const others = (stored[list] ?? []).filter((one) => one !== id)
  const hidden = { ...stored, [list]: isShown ? others : [...others, id] }
  setHiddenColumns(hidden)
  return hidden
}
