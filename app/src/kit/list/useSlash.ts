import { useLayoutEffect } from 'react'
import { hasSingleKeys } from '../../ui/base/singleKeys'
import { isUnderDialog } from '../../ui/base/underDialog'

/** Focuses this field on '/', unless the user is typing or a dialogue is open. */
export function useSlash(id: string | undefined) {
  useLayoutEffect(() => {
    if (id === undefined) return
    const go = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest?.('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || !hasSingleKeys() || event.ctrlKey || event.metaKey || event.altKey || isTyping || isUnderDialog()) return
      event.preventDefault()
      document.getElementById(id)?.focus()
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [id])
}
