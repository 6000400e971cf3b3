/** A list of people: of a bulk account, of the utility, or of all customers. */

import { countShown } from '../../core'
import { DataTable } from '../../ui/DataTable'
import type { Column, Empty } from '../../ui/dataTableTypes'
import { useListed } from '../../useListed'
import { useTranslation } from '../../words/useTranslation'
import { type Filters, PeopleChips, PeopleFilters } from './PeopleFilters'
import { isNarrowed } from './peopleSearch'

/** What `usePages` gives of a list. */
interface Pages<Row> {
  rows: Row[]
  total: number | undefined
  isPending: boolean
  isPlaceholderData: boolean
  isError: boolean
  error: unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface Props<Row> extends Filters {
  pages: Pages<Row>
  columns: readonly Column<Row>[]
  whoOf: (row: Row) => string
  empty: Empty
}

const keyOf = (row: { userId: string }) => row.userId

export function PeopleTable<Row extends { userId: string }>({ pages, columns, whoOf, empty, ...filters }: Props<Row>) {
  const { t } = useTranslation('team')
  const narrowed = isNarrowed(filters.search)
  const count = { count: pages.total ?? 0, shown: countShown(pages.total) }
  const listed = useListed(pages)
  return (
    <DataTable
      caption={narrowed ? t('list.matching', count) : t('list.count', count)}
      columns={columns}
      rowKey={keyOf}
      rowLabel={whoOf}
      toolbar={<PeopleFilters {...filters} isLoading={pages.isPlaceholderData} />}
      chips={<PeopleChips {...filters} />}
      isFiltered={narrowed}
      {...listed}
      empty={empty}
      emptyFiltered={{ title: t('list.nothingMatches'), body: t('list.nothingMatchesHint') }}
    />
  )
}
