/** Handles Ctrl+K and ? as soon as the frame renders. Their dialogues load once the screen is usable, and open then. */
import { useAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { deferComponent } from '~/ui/base/deferred'
import { hasSingleKeys } from '~/ui/base/singleKeys'
import { isUnderDialog } from '~/ui/base/underDialog'
import { withWords } from '~/words/store'
import { type OpenCommandPanel, openCommandPanelAtom } from './openCommandPanel'

const Commands = deferComponent(withWords(['commands'], async () => (await import('./Commands')).Commands))

export function CommandKeys() {
  const [opened, setOpened] = useAtom(openCommandPanelAtom)
  useOpeningKeys(setOpened)
  return <Commands opened={opened} onOpen={setOpened} />
}

/** Handles Ctrl+K and ?, except under another dialogue. Ctrl+K also works while the user types. */
function useOpeningKeys(open: (what: OpenCommandPanel) => void) {
  // A layout effect, because on a busy page other effects run much later.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      const isMenu = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'
      const isTyping = (target as Element).closest?.('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]')
      const isKeys = key === '?' && !ctrlKey && !metaKey && !altKey && !isTyping && hasSingleKeys()
      if (!isMenu && !isKeys) return
      // Ctrl+K is also a shortcut of browsers.
      event.preventDefault()
      if (!isUnderDialog()) open(isMenu ? 'menu' : 'keys')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [open])
}
