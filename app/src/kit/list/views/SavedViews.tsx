/** The saved views of a list: the toolbar button and its dialogues. */
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useProfile } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { PopoverPanel } from '~/ui/overlay/PopoverPanel'
import { useTranslation } from '~/words/useTranslation'
import type { ListState } from '../useList'
import type { ViewDialogRequest } from './ViewDialogs'

const ViewsPanel = deferComponent(async () => (await import('./ViewsPanel')).ViewsPanel)
const ViewDialogs = deferComponent(async () => (await import('./ViewDialogs')).ViewDialogs)

interface Props<Row> {
  listed: Pick<ListState<Row>, 'list' | 'params' | 'changeParams' | 'of'>
  /** Shows the icon only, where there is little room. */
  isShort: boolean
}

export function SavedViews<Row>({ listed, isShort }: Props<Row>) {
  const { t } = useTranslation('list')
  const { role } = useProfile()
  const [asked, setAsked] = useState<ViewDialogRequest>()
  const label = t('saved.title')
  const icon = <Bookmark />
  // A user without a bulk account has no views.
  if (role === null) return null
  return (
    <>
      <PopoverPanel
        label={t('saved.list')}
        shows={ViewsPanel.code}
        trigger={isShort ? <Button icon={icon} label={label} /> : <Button icon={icon}>{label}</Button>}
      >
        {(close) => (
          <ViewsPanel
            listed={listed}
            onClose={close}
            onAsk={(dialog) => {
              close()
              setAsked(dialog)
            }}
          />
        )}
      </PopoverPanel>
      {asked && <ViewDialogs asked={asked} listed={listed} onClose={() => setAsked(undefined)} />}
    </>
  )
}
