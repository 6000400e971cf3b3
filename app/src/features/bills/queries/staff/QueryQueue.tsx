/** The queries of all customers, for staff: who answers which, and by when. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { numberShown, type QueuedQuery } from '~/core/core'
import { link, paths } from '~/core/links'
import styles from '~/features/bills/BillViews.module.css'
import { useOptionalRead } from '~/kit/call/read'
import { viewOf } from '~/kit/list/declare'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { type ListState, useList } from '~/kit/list/useList'
import { useInQueue, useQueued } from '~/kit/queue/origin'
import { useMay, useProfile } from '~/kit/session/useProfile'
import { Views } from '~/ui/layout/Views'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'
import { isOpenState } from '../ask'
import { QueriesFrame } from './QueriesFrame'
import { type QueueView, queryQueueList, queueViews, statesOfView } from './queryQueueList'
import { useAssign } from './useAssign'

const route = getRouteApi(paths.queryQueue)

export function QueryQueue() {
  const change = useChangeSearch(route.useNavigate())
  const queries = useList(queryQueueList, {
    search: route.useSearch(),
    onSearch: (next, isStep = true) => change(next, isStep),
  })
  return (
    <QueriesFrame tab="queue">
      <div className={styles.views}>
        <QueueViews queries={queries} />
      </div>
      <List list={useQueued(queries)} menu={useQueueMenu()} />
    </QueriesFrame>
  )
}

/** The views of the list with their counts, for the current filters. */
function QueueViews({ queries }: { queries: ListState<QueuedQuery, 'queryQueue'> }) {
  const { t } = useTranslation(['queriesStaff', 'queries'])
  const { filter: { states: _, ...filter } = {} } = queries.request
  const count = (view: QueueView) => ({
    recordCount: 1,
    filter: { ...filter, ...(statesOfView[view].length > 0 && { states: [...statesOfView[view]] }) },
  })
  const counts: Record<QueueView, number | undefined> = {
    awaiting: useOptionalRead('GetQueryQueue', count('awaiting'))?.total,
    answered: useOptionalRead('GetQueryQueue', count('answered'))?.total,
    ended: useOptionalRead('GetQueryQueue', count('ended'))?.total,
    all: useOptionalRead('GetQueryQueue', count('all'))?.total,
  }
  return (
    <Views
      label={t('queries:views.label')}
      current={viewOf(queries.list, queries.params)?.name ?? 'awaiting'}
      onChange={(show) => queries.changeParams({ show })}
      views={queueViews.map((id) => ({
        id,
        label: t(`views.${id}`),
        count: counts[id] === undefined ? undefined : numberShown(counts[id]),
      }))}
    />
  )
}

/** The menu of a query: open it, and assign or release it. */
function useQueueMenu() {
  const { t } = useTranslation('queriesStaff')
  const { name } = useProfile()
  const mayAnswer = useMay('manageBulkAccounts', 'update')
  const { mutate } = useAssign()
  const inQueue = useInQueue()
  return useCallback(
    (query: QueuedQuery): MenuItem[] => {
      const { bulkId, queryId, state, assignedTo } = query
      const open: MenuItem = {
        id: 'open',
        label: t('row.open'),
        href: inQueue(link('staffQuery', { bulkId, queryId })),
      }
      if (!mayAnswer) return [open]
      const whyNot = isOpenState(state) ? undefined : t('assign.ended')
      return [
        open,
        ...(assignedTo === name
          ? []
          : [{ id: 'mine', label: t('assign.toMe'), onAction: () => mutate({ query, toMe: true }), whyNot, startsGroup: true }]),
        ...(assignedTo === null
          ? []
          : [{ id: 'release', label: t('assign.release'), onAction: () => mutate({ query, toMe: false }), whyNot }]),
      ]
    },
    [t, name, mayAnswer, mutate, inQueue],
  )
}
