/** The requests about personal data, for staff, with the action to record one that came outside the portal. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type DataRequestRow, numberShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { viewOf } from '~/kit/list/declare'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { type ListState, useList } from '~/kit/list/useList'
import { useInQueue, useQueued } from '~/kit/queue/origin'
import { Views } from '~/ui/layout/Views'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'
import { dataRequestList, type RequestView, requestViews } from './dataRequestList'
import { PersonalDataFrame } from './PersonalDataFrame'
import { RecordRequest } from './RecordRequest'

const route = getRouteApi(paths.dataRequests)

export function DataRequests() {
  const { t } = useTranslation('personalDataStaff')
  const change = useChangeSearch(route.useNavigate())
  const requests = useList(dataRequestList, {
    search: route.useSearch(),
    onSearch: (next, isStep = true) => change(next, isStep),
  })
  const inQueue = useInQueue()
  const menu = useCallback(
    ({ number }: DataRequestRow): MenuItem[] => [
      { id: 'open', label: t('requests.openRequest'), href: inQueue(link('dataRequest', { number })) },
    ],
    [t, inQueue],
  )
  return (
    <PersonalDataFrame tab="requests" views={<RequestViews requests={requests} />} form={(close) => <RecordRequest onClose={close} />}>
      <List list={useQueued(requests)} menu={menu} />
    </PersonalDataFrame>
  )
}

/** The views of the list with their counts, for the current filters. */
function RequestViews({ requests }: { requests: ListState<DataRequestRow, 'dataRequests'> }) {
  const { t } = useTranslation('personalDataStaff')
  const { filter: { isOpen: _, ...filter } = {} } = requests.request
  const count = (isOpen?: boolean) => ({ recordCount: 1, filter: { ...filter, ...(isOpen !== undefined && { isOpen }) } })
  const counts: Record<RequestView, number | undefined> = {
    open: useOptionalRead('GetDataRequests', count(true))?.total,
    ended: useOptionalRead('GetDataRequests', count(false))?.total,
    all: useOptionalRead('GetDataRequests', count())?.total,
  }
  return (
    <Views
      label={t('requests.views')}
      current={viewOf(requests.list, requests.params)?.name ?? 'open'}
      onChange={(show) => requests.changeParams({ show })}
      views={requestViews.map((id) => ({
        id,
        label: t(`requests.view.${id}`),
        count: counts[id] === undefined ? undefined : numberShown(counts[id]),
      }))}
    />
  )
}
