/** The status of an exported document. */
import { dayAt, dayShown, type Language, type ListedDocument } from '~/core/core'
import type { Tone } from '~/ui/feedback/StatusBadge'
import type { Translate } from '~/words/useTranslation'

/** Only a number of the accounting program shows that a document is in the books: a file may never be imported. */
export function documentStatus(
  { isCurrent, reverses, theirNo, madeAt }: Pick<ListedDocument, 'isCurrent' | 'reverses' | 'theirNo' | 'madeAt'>,
  t: Translate<'accounting'>,
  language: Language,
): { tone: Tone; word: string } {
  if (!isCurrent) return { tone: 'neutral', word: t(reverses ? 'document.reversal' : 'document.reversed') }
  return theirNo
    ? { tone: 'good', word: t('document.inBooks') }
    : { tone: 'neutral', word: t('document.exported', { day: dayShown(dayAt(madeAt), language) }) }
}
