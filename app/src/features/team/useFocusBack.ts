/**
 * Where the focus goes when a dialogue over a list closes. One that was opened from a row's menu would give it back to the
 * menu's item, which is gone: it goes to the row instead, or to the title when the row is gone too.
 */
import { useEffect } from 'react'
import { pageTitleId } from '../../ui/Page'
import type { PeopleSearch } from './peopleSearch'

export function useFocusBack({ open, user }: PeopleSearch) {
  useEffect(() => (open ? () => giveBack(user) : undefined), [open, user])
}

function giveBack(user: string | undefined) {
  // React Aria gives it back in the next frame, where it can.
  requestAnimationFrame(() => requestAnimationFrame(() => focusRowOrTitle(user)))
}

export function focusRowOrTitle(user?: string) {
  if (document.activeElement !== document.body) return
  const row = user && document.querySelector<HTMLElement>(`[data-key="${CSS.escape(user)}"] [aria-haspopup]`)
  const goal = row || document.getElementById(pageTitleId)
  goal?.focus({ preventScroll: true })
}
