/** Why a call failed. Only the first sentence is the title, because a long text in bold is hard to read. */
import { Notice } from '~/ui/feedback/Notice'
import { InSight } from '~/ui/layout/InSight'
import { useLanguage } from '~/words/useLanguage'
import { messageOf } from './api'
import { splitTitle } from './splitTitle'

export function RefusalNotice({ error }: { error: unknown }) {
  const [title, body] = splitTitle(messageOf(error), useLanguage())
  return (
    <InSight>
      <Notice tone="bad" title={title} isAnnounced>
        {body}
      </Notice>
    </InSight>
  )
}
