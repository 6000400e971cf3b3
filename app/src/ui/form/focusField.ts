import type { MouseEvent } from 'react'

/**
 * Focuses the field, or the first control in the group with this ID. The link's fragment is not added to the address, which only the
 * router changes.
 */
export function focusField(event: MouseEvent, id: string) {
  const target = document.getElementById(id)
  if (!target) return
  event.preventDefault()
  const control = target.matches('input, select, textarea, button')
    ? target
    : target.querySelector<HTMLElement>('input, select, textarea, button')
  const goal = control ?? target
  goal.scrollIntoView({ block: 'center' })
  goal.focus({ preventScroll: true })
}
