/**
 * Where the focus goes when a dialogue over a list closes. One that was opened from a row's menu would give it back to the
 * menu's item, which is gone: it goes to the row instead, or to the title when the row is gone too.
 */
import { useEffect } from 'react'
import { pageTitleId } from '../../ui/layout/Page'

interface Dialogue {
  open?: string | undefined
  /** The key of the row that it is about. */
  user?: string | undefined
}

export function useFocusBack({ open, user }: Dialogue) {
  useEffect(() => (open ? () => giveBack(user) : undefined), [open, user])
}

function giveBack(user: string | undefined) {
  // React Aria gives it back in the next frame, where it can.
  requestAnimationFrame(() => requestAnimationFrame(() => focusRowOrTitle(user)))
}

export function focusRowOrTitle(user?: string) {
  if (document.activeElement !== document.body) return
  const row = user && document.querySelector<HTMLElement>(`[data-key="${CSS.escape(user)}"] [aria-haspopup]`)
  if (!row) return focusTitle()
  row.focus({ preventScroll: true })
  // What was done may take the row away when the list has been read again, and the focus with it.
  const watch = new MutationObserver(() => {
    if (row.isConnected) return
    watch.disconnect()
    if (document.activeElement === document.body) focusTitle()
  })
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), watched)
}

/** Milliseconds in which a list has been read again. */
const watched = 10_000

const focusTitle = () => document.getElementById(pageTitleId)?.focus({ preventScroll: true })
