/**
 * Restores the focus when a dialogue over a list closes. React Aria would return it to the menu item that opened the
 * dialogue, which is gone. It moves to the row's menu instead, or to the title if the row is gone too.
 */
import { useEffect } from 'react'
import { pageTitleId } from './Page'

interface Dialogue {
  open?: string | undefined
  /** The key of the dialogue's row. */
  row?: string | undefined
}

export function useFocusBack({ open, row }: Dialogue) {
  useEffect(() => {
    if (open) return () => restoreFocus(row)
  }, [open, row])
}

function restoreFocus(rowKey: string | undefined) {
  // React Aria restores the focus in the next frame if it can, so wait one more.
  requestAnimationFrame(() => requestAnimationFrame(() => focusRowOrTitle(rowKey)))
}

/** Moves a lost focus to the menu of this row, or to the title. */
export function focusRowOrTitle(rowKey?: string) {
  if (document.activeElement !== document.body) return
  const row = rowKey && document.querySelector<HTMLElement>(`[data-key="${CSS.escape(rowKey)}"] [aria-haspopup]`)
  if (!row) return focusTitle()
  row.focus({ preventScroll: true })
  // The refetch after an action may remove the row, and with it the focus.
  const watch = new MutationObserver(() => {
    if (row.isConnected) return
    watch.disconnect()
    if (document.activeElement === document.body) focusTitle()
  })
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), watchTime)
}

/** Milliseconds to watch for the removal of the row. The list has been refetched by then. */
const watchTime = 10_000

const focusTitle = () => document.getElementById(pageTitleId)?.focus({ preventScroll: true })
