/** The colour theme: the user's choice, or the system's. */
import { atom, getDefaultStore } from 'jotai'

export type Theme = 'light' | 'dark' | 'system'

const storageKey = 'gridbill.theme'

export const isTheme = (text: unknown): text is Theme => text === 'light' || text === 'dark' || text === 'system'

function stored(): Theme {
  const theme = localStorage.getItem(storageKey)
  return isTheme(theme) ? theme : 'system'
}

/** Written only by `setTheme`. */
export const themeAtom = atom(stored())

export function setTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, theme)
  getDefaultStore().set(themeAtom, theme)
  applyTheme()
}

export function applyTheme() {
  const theme = getDefaultStore().get(themeAtom)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
