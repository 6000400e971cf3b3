/** The button of the command menu, and the dialogues: the command menu and the list of keys. */
import { Search } from 'lucide-react'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { withWords } from '~/words/store'
import { useTranslation } from '~/words/useTranslation'
import type { OpenCommandPanel } from './openCommandPanel'

const CommandMenu = deferComponent(withWords(['paying'], async () => (await import('./CommandMenu')).CommandMenu))
const Keys = deferComponent(async () => (await import('./Keys')).Keys)

interface Props {
  opened: OpenCommandPanel
  onOpen: (what: OpenCommandPanel) => void
}

export function Commands({ opened, onOpen }: Props) {
  const { t } = useTranslation('commands')
  const close = () => onOpen(undefined)
  return (
    <>
      <Button mode="ghost" size="large" icon={<Search />} label={t('label')} shortcut="Control+K" onPress={() => onOpen('menu')} />
      {opened === 'menu' && <CommandMenu onClose={close} />}
      {opened === 'keys' && <Keys onClose={close} />}
    </>
  )
}
