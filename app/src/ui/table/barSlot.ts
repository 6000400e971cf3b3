/** The slot in the selection bar for the list's message about the selection. */
import { useSyncExternalStore } from 'react'

let slot: HTMLElement | null = null
const listeners = new Set<() => void>()

export function setBarSlot(element: HTMLElement | null) {
  slot = element
  for (const tell of listeners) tell()
}

function listen(tell: () => void) {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Returns the slot of the bar on the screen, or null if there is no bar. */
export const useBarSlot = () => useSyncExternalStore(listen, () => slot)

/** Moves the focus to the bar's last action, which is its main action. The bar is visible already, so nothing scrolls. */
export function focusBar() {
  const actions = slot?.parentElement?.querySelectorAll<HTMLElement>('[data-bar-actions] :is(a[href], button)')
  actions?.item(actions.length - 1)?.focus({ preventScroll: true })
}

/** Moves the focus back to the list's current row, without scrolling. */
export const focusList = () =>
  document.querySelector<HTMLElement>('[data-row] [tabindex="0"], [data-row][tabindex="0"]')?.focus({ preventScroll: true })
