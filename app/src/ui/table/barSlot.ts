/* The place in the selection bar where the list above it says what it has to say of the selection. */
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

/** The slot of the bar on the screen; null where there is none. */
export const useBarSlot = () => useSyncExternalStore(listen, () => slot)

/** Goes to what the bar is for: its last action. It is in sight already, and the rows stay where they are. */
export function focusBar() {
  const actions = slot?.parentElement?.querySelectorAll<HTMLElement>('[data-bar-actions] :is(a[href], button)')
  actions?.item(actions.length - 1)?.focus({ preventScroll: true })
}

/** Goes to the row of the list at which the keyboard was, and scrolls nowhere. */
export const focusList = () =>
  document.querySelector<HTMLElement>('[data-row] [tabindex="0"], [data-row][tabindex="0"]')?.focus({ preventScroll: true })
