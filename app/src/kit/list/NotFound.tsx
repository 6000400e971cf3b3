/** Of several numbers that were searched for, those that are not in the list, by the list. */
import { Notice } from '../../ui/feedback/Notice'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { filtersOn } from './declare'
import { searchedNumbers } from './searched'
import type { Listed } from './useList'

/** How many are named: of more, the first. */
const most = 10

export function NotFound<Row>({ listed }: { listed: Pick<Listed<Row>, 'list' | 'said' | 'notFound' | 'isSearching'> }) {
  const { t } = useTranslation('list')
  const language = useLanguage()
  const { list, said, notFound = [], isSearching } = listed
  const typed = filtersOn(list, said).find(([, { kind }]) => kind === 'text')?.[2]
  if (isSearching || notFound.length === 0 || typed === undefined) return null
  const named = notFound.slice(0, most).join(', ')
  const more = notFound.length - most
  const all = searchedNumbers(String(typed), language).length
  return (
    <Notice tone="warning" isAnnounced title={t('notFound', { missing: notFound.length, all, numbers: named })}>
      {more > 0 && t('notFoundMore', { count: more, shown: String(more) })}
    </Notice>
  )
}
