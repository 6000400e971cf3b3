/** The way to anything in the portal: Ctrl-K, or the button, opens the command menu; ? lists the keys. */
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { laterPart } from '../../ui/base/later'
import { hasSingleKeys } from '../../ui/base/singleKeys'
import { Button } from '../../ui/button/Button'
import { useTranslation } from '../../words/useTranslation'

const CommandMenu = laterPart(async () => (await import('./CommandMenu')).CommandMenu)
const Keys = laterPart(async () => (await import('./Keys')).Keys)

type Opened = 'menu' | 'keys' | undefined

export function Commands() {
  const { t } = useTranslation('commands')
  const [opened, setOpened] = useState<Opened>()
  useOpeningKeys(setOpened)
  const close = () => setOpened(undefined)
  return (
    <>
      <Button mode="ghost" size="large" icon={<Search />} label={t('label')} shortcut="Control+K" onPress={() => setOpened('menu')} />
      {opened === 'menu' && <CommandMenu onClose={close} onKeys={() => setOpened('keys')} />}
      {opened === 'keys' && <Keys onClose={close} />}
    </>
  )
}

/** Ctrl-K also where something is typed; ? not there. Neither over another dialogue. */
function useOpeningKeys(open: (what: Opened) => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
      const isMenu = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'
      const isTyping = (target as Element).closest?.('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]')
      const isKeys = key === '?' && !ctrlKey && !metaKey && !altKey && !isTyping && hasSingleKeys()
      if (!isMenu && !isKeys) return
      // Ctrl-K is the browser's own search otherwise.
      event.preventDefault()
      if (!document.querySelector('[role="dialog"], [role="alertdialog"]')) open(isMenu ? 'menu' : 'keys')
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [open])
}
