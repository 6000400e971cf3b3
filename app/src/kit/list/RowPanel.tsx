/** The side panel of a list: a summary of the record, steps to the rows before and after, and a link to its page. */
import { LinkButton } from '~/ui/button/LinkButton'
import { SidePanel } from '~/ui/overlay/SidePanel'
import { useTranslation } from '~/words/useTranslation'
import { Boundary } from '../page/Boundary'
import type { Context } from './context'
import type { Panel } from './declare'

interface Props {
  panel: Panel<never>
  id: string
  context: Context<never>
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

export function RowPanel({ panel, id, context, onClose, onPrevious, onNext }: Props) {
  const { t } = useTranslation('list')
  return (
    <SidePanel
      title={panel.title(id, context)}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      labels={{ previous: t('panel.previous'), next: t('panel.next') }}
      footer={<LinkButton href={panel.href(id)}>{t('panel.whole')}</LinkButton>}
    >
      <Boundary of={id}>
        <panel.Body key={id} id={id} />
      </Boundary>
    </SidePanel>
  )
}
