/** The accounts of all customers that could not be taken, with why; tried again or forgotten by whoever may. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { messageOf } from '../../api'
import { countShown, type PendingAccount } from '../../core'
import { DataTable } from '../../ui/DataTable'
import { Page } from '../../ui/Page'
import { usePages } from '../../useCall'
import { useMay } from '../../useProfile'
import { useTitle } from '../../useTitle'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { SearchBox } from '../payments/SearchBox'
import { PendingBar } from './PendingBar'
import { pendingColumns, pendingKey } from './pendingColumns'

const route = getRouteApi('/admin/bulkAccounts/pendingBulkCA')
const labelOf = (account: PendingAccount) => account.accountNumber
const none: ReadonlySet<string> = new Set()

export function PendingOfAll() {
  const { t } = useTranslation('bulkaccounts')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { search } = route.useSearch()
  const navigate = route.useNavigate()
  const mayAct = useMay('manageBulkAccounts', 'update')
  const seesBulk = useMay('manageBulkAccounts', 'view')
  useTitle(t('pending.title'))
  const pages = usePages('GetBulkChildAccountErrorForAdmin', { recordCount: 200, ...(search && { search }) })
  const columns = useMemo(() => pendingColumns(t, language, seesBulk), [t, language, seesBulk])
  const [selected, setSelected] = useState(none)
  // What is no longer in the list is not acted on.
  const chosen = pages.rows.filter((row) => selected.has(pendingKey(row)))
  const count = { count: pages.total ?? 0, shown: countShown(pages.total) }
  return (
    <Page title={t('pending.title')} subtitle={t('pending.lead')}>
      <DataTable
        caption={search ? t('pending.matching', count) : t('pending.count', count)}
        columns={columns}
        rows={pages.rows}
        rowKey={pendingKey}
        rowLabel={labelOf}
        selection={mayAct ? { selected, onChange: setSelected } : undefined}
        toolbar={
          <SearchBox
            label={t('pending.search')}
            placeholder={t('pending.searchHint')}
            value={search ?? ''}
            onSearch={(text) => void navigate({ search: { search: text || undefined }, replace: true, resetScroll: false })}
            isLoading={pages.isPlaceholderData}
          />
        }
        isFiltered={search !== undefined}
        isLoading={pages.isPending || pages.isPlaceholderData}
        hasMore={pages.hasNextPage}
        isLoadingMore={pages.isFetchingNextPage}
        onLoadMore={() => void pages.fetchNextPage()}
        problem={
          pages.isError
            ? { title: common('problem.loading'), body: messageOf(pages.error), onRetry: () => void pages.refetch() }
            : undefined
        }
        empty={{ title: t('pending.nothing'), body: t('pending.nothingHint') }}
        emptyFiltered={{ title: t('list.nothingMatches'), body: t('list.nothingMatchesHint') }}
      />
      {mayAct && <PendingBar chosen={chosen} onClear={() => setSelected(none)} />}
    </Page>
  )
}
