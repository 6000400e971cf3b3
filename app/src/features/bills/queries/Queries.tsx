/** The company's queries about bills. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { numberShown, type QueryRow } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { viewOf } from '~/kit/list/declare'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { type ListState, useList } from '~/kit/list/useList'
import { useBulkId } from '~/kit/session/useProfile'
import { Views } from '~/ui/layout/Views'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'
import { BillsFrame } from '../BillsFrame'
import styles from '../BillViews.module.css'
import { type QueryView, queryList, queryViews } from '../queryList'

const route = getRouteApi(paths.queries)

export function Queries() {
  const change = useChangeSearch(route.useNavigate())
  const queries = useList(queryList, {
    search: route.useSearch(),
    onSearch: (next, isStep = true) => change(next, isStep),
    of: { id: useBulkId() },
  })
  return (
    <BillsFrame tab="queries">
      <div className={styles.views}>
        <QueryViews queries={queries} />
      </div>
      <List list={queries} menu={useQueryMenu()} />
    </BillsFrame>
  )
}

/** The views of the list with their counts, for the current filters. */
function QueryViews({ queries }: { queries: ListState<QueryRow, 'queries'> }) {
  const { t } = useTranslation('queries')
  const { id, filter: { isOpen: _, ...filter } = {} } = queries.request
  const count = (isOpen?: boolean) => ({ id, recordCount: 1, filter: { ...filter, ...(isOpen !== undefined && { isOpen }) } })
  const counts: Record<QueryView, number | undefined> = {
    open: useOptionalRead('GetQueries', count(true))?.total,
    ended: useOptionalRead('GetQueries', count(false))?.total,
    all: useOptionalRead('GetQueries', count())?.total,
  }
  return (
    <Views
      label={t('views.label')}
      current={viewOf(queries.list, queries.params)?.name ?? 'open'}
      onChange={(show) => queries.changeParams({ show })}
      views={queryViews.map((id) => ({
        id,
        label: t(`views.${id}`),
        count: counts[id] === undefined ? undefined : numberShown(counts[id]),
      }))}
    />
  )
}

function useQueryMenu() {
  const { t } = useTranslation('queries')
  return useCallback(
    ({ invoiceNo, accountNo, queryId }: QueryRow): MenuItem[] => [
      { id: 'query', label: t('row.query'), href: link('bill', { invoiceNo, query: queryId }) },
      { id: 'account', label: t('row.account'), href: link('account', { accountNo }) },
    ],
    [t],
  )
}
