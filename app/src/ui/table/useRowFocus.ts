import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback } from 'react'
import { flushSync } from 'react-dom'

const controls = 'a[href], button, input'

/**
 * Arrow up and down, and Ctrl with Home or End, take the focus to the same control of another row, also of one that is not in the document yet.
 * Rows carry data-row with their index.
 */
export function useRowFocus(count: number, body: RefObject<HTMLElement | null>, setFocused: (index: number | undefined) => void) {
  const onFocus = useCallback((event: FocusEvent) => setFocused(indexOf(event.target)), [setFocused])

  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      const from = indexOf(event.target as Element)
      const to = from === undefined ? undefined : goal(event, from, count)
      if (from === undefined || to === undefined || to < 0 || to >= count) return
      event.preventDefault()
      const place = controlsOf(body.current, from).indexOf(event.target as HTMLElement)
      flushSync(() => setFocused(to))
      const candidates = controlsOf(body.current, to)
      const control = candidates[Math.min(place, candidates.length - 1)]
      control?.focus()
      keepInView(control, 15)
    },
    [count, body, setFocused],
  )
  return { onFocus, onKeyDown }
}

function goal({ key, ctrlKey, target }: KeyboardEvent, from: number, count: number): number | undefined {
  const control = target as HTMLElement
  // a menu's button and a text field have their own use for the arrows
  if (control.ariaHasPopup || (control instanceof HTMLInputElement && control.type !== 'checkbox')) return undefined
  if (key === 'ArrowDown') return from + 1
  if (key === 'ArrowUp') return from - 1
  if (ctrlKey && key === 'Home') return 0
  if (ctrlKey && key === 'End') return count - 1
  return undefined
}

function indexOf(element: Element): number | undefined {
  const index = element.closest<HTMLElement>('[data-row]')?.dataset.row
  return index === undefined ? undefined : Number(index)
}

function controlsOf(body: HTMLElement | null, index: number): HTMLElement[] {
  return [...(body?.querySelector(`[data-row="${index}"]`)?.querySelectorAll<HTMLElement>(controls) ?? [])]
}

/** The rows around a far one are drawn and measured only when it is reached, which pushes it away for some frames. */
function keepInView(control: HTMLElement | undefined, frames: number) {
  if (!control || frames === 0 || document.activeElement !== control) return
  control.scrollIntoView({ block: 'nearest' })
  requestAnimationFrame(() => keepInView(control, frames - 1))
}
