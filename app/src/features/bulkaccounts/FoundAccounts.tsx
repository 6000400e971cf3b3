/** The accounts that a search found. */
import { messageOf } from '../../api'
import { countShown, type FoundAccount } from '../../core'
import { DataTable } from '../../ui/DataTable'
import type { Column } from '../../ui/dataTableTypes'
import { usePages } from '../../useCall'
import { useTranslation } from '../../words/useTranslation'
import type { FoundSearch } from './bulkSearch'

interface Props {
  search: string
  by: FoundSearch['by']
  columns: readonly Column<FoundAccount>[]
}

const keyOf = (account: FoundAccount) => account.accountNo

export function FoundAccounts({ search, by, columns }: Props) {
  const { t } = useTranslation('bulkaccounts')
  const { t: common } = useTranslation()
  const pages = usePages('SearchElectricityAccounts', { searchString: search, recordCount: 100, ...(by && { criteria: by }) })
  return (
    <DataTable
      caption={t('search.count', { count: pages.total ?? 0, shown: countShown(pages.total) })}
      columns={columns}
      rows={pages.rows}
      rowKey={keyOf}
      rowLabel={keyOf}
      isFiltered
      isLoading={pages.isPending || pages.isPlaceholderData}
      hasMore={pages.hasNextPage}
      isLoadingMore={pages.isFetchingNextPage}
      onLoadMore={() => void pages.fetchNextPage()}
      problem={
        pages.isError ? { title: common('problem.loading'), body: messageOf(pages.error), onRetry: () => void pages.refetch() } : undefined
      }
      empty={{ title: t('search.nothing'), body: t('search.nothingHint') }}
    />
  )
}
