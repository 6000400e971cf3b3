/** Notices above a list after a search for several numbers: the malformed ones, and those that were not found. */
import { numberShown, recognise } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { filtersOn } from './declare'
import { searchedNumbers } from './searched'
import type { ListState } from './useList'

/** Maximum numbers that a notice names; the rest are counted. */
const maxNamed = 10

type Part<Row> = Pick<ListState<Row>, 'list' | 'params' | 'notFound' | 'isSearching'>

/**
 * Returns the searched numbers that matched nothing. Without a notice a mistyped number would go unnoticed, and its bill
 * would stay unpaid.
 */
function useUnmatchedNumbers<Row>({ list, params, notFound = [], isSearching }: Part<Row>) {
  const language = useLanguage()
  const typed = filtersOn(list, params).find(([, { kind }]) => kind === 'text')?.[2]
  const text = typed === undefined || isSearching ? '' : String(typed)
  const malformed = recognise(text, language).value?.malformed ?? []
  return {
    malformed,
    notFound: text ? notFound : [],
    all: searchedNumbers(text, language).length + malformed.length,
  }
}

export function UnmatchedNumbers<Row>({ listed }: { listed: Part<Row> }) {
  const { t } = useTranslation('list')
  const { malformed, notFound, all } = useUnmatchedNumbers(listed)
  return (
    <>
      {malformed.length > 0 && (
        <Notice
          tone="warning"
          isAnnounced
          title={t('malformed', { count: malformed.length, missing: malformed.length, all, numbers: namesOf(malformed) })}
        >
          {t('malformedHint')}
          <More of={malformed} />
        </Notice>
      )}
      {notFound.length > 0 && (
        <Notice tone="warning" isAnnounced title={t('notFound', { missing: notFound.length, all, numbers: namesOf(notFound) })}>
          <More of={notFound} />
        </Notice>
      )}
    </>
  )
}

const namesOf = (numbers: readonly string[]) => numbers.slice(0, maxNamed).join(', ')

function More({ of }: { of: readonly string[] }) {
  const { t } = useTranslation('list')
  const more = of.length - maxNamed
  return more > 0 ? <> {t('notFoundMore', { count: more, shown: numberShown(more) })}</> : null
}

/** Notice in the selection bar that these numbers are not part of the selection. */
export function UnmatchedSelectionNotice<Row>({ listed }: { listed: Part<Row> }) {
  const { t } = useTranslation('list')
  const { malformed, notFound, all } = useUnmatchedNumbers(listed)
  const missing = malformed.length + notFound.length
  if (missing === 0) return null
  return <Notice tone="warning" title={t('notIncluded', { count: missing, missing, all, numbers: namesOf([...malformed, ...notFound]) })} />
}
