/** Finds the elements of a list that the keyboard reaches: rows, and the controls in rows and in the header. */
import type { KeyboardEvent } from 'react'

const controls = 'a[href], button:not(:disabled), input'

/** Selector for the link or button in a row's title, which opens the row. */
export const openerSelector = '[data-opener]'

export function rowOf(element: Element): number | undefined {
  const index = element.closest<HTMLElement>('[data-row]')?.dataset.row
  return index === undefined ? undefined : Number(index)
}

export const rowAt = (list: HTMLElement | null, index: number) => list?.querySelector<HTMLElement>(`[data-row="${index}"]`) ?? null

export const controlsOf = (within: Element | null): HTMLElement[] => [...(within?.querySelectorAll<HTMLElement>(controls) ?? [])]

export const headerControls = (list: HTMLElement) => controlsOf(list.querySelector('thead'))

/** Whether the element uses all keys itself, such as a text field. */
export const usesAllKeys = (element: HTMLElement) =>
  element.matches('textarea, select, [contenteditable], input:not([type="checkbox"], [type="radio"])')

/** Returns the index of the row to which a key moves the focus: -1 for the header, `count` for the button after the rows. */
export function targetRow(event: KeyboardEvent, from: number | undefined, count: number, page: number): number | undefined {
  const { key, ctrlKey, target } = event
  const last = count - 1
  const isMenu = Boolean((target as HTMLElement).ariaHasPopup)
  const isAfter = (target as Element).closest('[data-more]') !== null
  if (ctrlKey && key === 'Home') return 0
  if (ctrlKey && key === 'End') return last
  // Arrow keys open the menu of a menu button.
  if (isMenu) return undefined
  if (isAfter) return key === 'ArrowUp' ? last : undefined
  if (key === 'ArrowDown') return (from ?? -1) + 1
  if (from === undefined) return undefined
  if (key === 'ArrowUp') return from - 1
  if (key === 'PageDown') return Math.min(from + page, last)
  if (key === 'PageUp') return Math.max(from - page, 0)
  if ((target as HTMLElement).dataset.row !== undefined && key === 'Home') return 0
  if ((target as HTMLElement).dataset.row !== undefined && key === 'End') return last
  return undefined
}

/** Returns the control in the same row to which a key moves the focus. */
export function targetControl({ key, ctrlKey }: KeyboardEvent, at: number, stops: readonly HTMLElement[], isAtRow: boolean) {
  if (ctrlKey) return undefined
  if (key === 'ArrowRight') return stops[Math.min(at + 1, stops.length - 1)]
  if (key === 'ArrowLeft') return stops[Math.max(at - 1, 0)]
  if (isAtRow) return undefined
  if (key === 'Home') return stops.find((stop) => stop.dataset.row === undefined)
  if (key === 'End') return stops.at(-1)
  return undefined
}

/** Returns the number of rows that PageUp and PageDown skip: about a screenful without the sticky bars. */
export function rowsOnScreen(row: HTMLElement | null): number {
  return row ? Math.max(1, Math.floor((innerHeight * 0.7) / row.offsetHeight)) : 1
}

/**
 * Scrolls the focused control into view during some frames. Distant rows render only when the focus reaches them, and their measured
 * height moves the control.
 */
export function keepInView(control: HTMLElement | undefined, frames = 15) {
  if (!control || frames === 0 || document.activeElement !== control) return
  control.scrollIntoView({ block: 'nearest' })
  requestAnimationFrame(() => keepInView(control, frames - 1))
}
