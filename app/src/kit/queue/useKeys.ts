/** Handles single-key shortcuts of a screen, except while the user types or a dialogue is open. */
import { useLayoutEffect, useRef } from 'react'
import { hasSingleKeys } from '~/ui/base/singleKeys'
import { isUnderDialog } from '~/ui/base/underDialog'

export function useKeys(keys: Record<string, (() => void) | undefined>) {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  // A layout effect, so that the key works as soon as its button is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key.toLowerCase()]
      if (!act || !hasSingleKeys() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const isTyping = (event.target as Element).closest?.('input, textarea, select, [contenteditable], [role="listbox"], [role="menu"]')
      if (isTyping || isUnderDialog()) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
