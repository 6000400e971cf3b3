/**
 * Restores the focus when a dialogue over a list closes. React Aria would return it to the menu item that opened the
 * dialogue, which is gone. It goes to the row instead, or to the title if the row is gone too.
 */
import { useEffect } from 'react'
import { pageTitleId } from '../../ui/layout/Page'

interface Dialogue {
  open?: string | undefined
  /** The key of the row that the dialogue is about. */
  user?: string | undefined
}

export function useFocusBack({ open, user }: Dialogue) {
  useEffect(() => (open ? () => giveBack(user) : undefined), [open, user])
}

function giveBack(user: string | undefined) {
  // React Aria restores the focus in the next frame if it can, so wait one more.
  requestAnimationFrame(() => requestAnimationFrame(() => focusRowOrTitle(user)))
}

export function focusRowOrTitle(user?: string) {
  if (document.activeElement !== document.body) return
  const row = user && document.querySelector<HTMLElement>(`[data-key="${CSS.escape(user)}"] [aria-haspopup]`)
  if (!row) return focusTitle()
  row.focus({ preventScroll: true })
  // The action may remove the row, and with it the focus, when the list is read again.
  const watch = new MutationObserver(() => {
    if (row.isConnected) return
    watch.disconnect()
    if (document.activeElement === document.body) focusTitle()
  })
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), watched)
}

/** Milliseconds within which the list has been read again. */
const watched = 10_000

const focusTitle = () => document.getElementById(pageTitleId)?.focus({ preventScroll: true })
