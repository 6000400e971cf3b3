/** The slot in the selection bar for the list's message about the selection. */
import { useSyncExternalStore } from 'react'

let slot: HTMLElement | null = null
const listeners = new Set<() => void>()

export function setBarSlot(element: HTMLElement | null) {
  slot = element
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

/** Returns the slot of the bar on the page, or null if there is no bar. */
export const useBarSlot = () => useSyncExternalStore(subscribe, () => slot)

/** Moves the focus to the bar's last action, which is its main action. Does not scroll, because the bar is always visible. */
export function focusBar() {
  const actions = slot?.parentElement?.querySelectorAll<HTMLElement>('[data-bar-actions] :is(a[href], button)')
  actions?.item(actions.length - 1)?.focus({ preventScroll: true })
}

/** Moves the focus back to the list's current row, without scrolling. */
export const focusList = () =>
  document.querySelector<HTMLElement>('[data-row] [tabindex="0"], [data-row][tabindex="0"]')?.focus({ preventScroll: true })
