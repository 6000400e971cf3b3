/** Light or dark: as chosen, else as the system has it. */
export type Theme = 'light' | 'dark' | 'system'

const storageKey = 'gridbill.theme'
const listeners = new Set<() => void>()

export const isTheme = (text: unknown): text is Theme => text === 'light' || text === 'dark' || text === 'system'

export function currentTheme(): Theme {
  const stored = localStorage.getItem(storageKey)
  return isTheme(stored) ? stored : 'system'
}

export function onThemeChanged(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function keepTheme(theme: Theme) {
  if (theme === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

export function applyTheme() {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
