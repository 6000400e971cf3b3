/** The requests about personal data, for staff, with the action to record one that came outside the portal. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type DataRequestRow, numberShown, sentence } from '../../../core/core'
import { link, paths } from '../../../core/links'
import { useOptionalRead } from '../../../kit/call/read'
import { viewOf } from '../../../kit/list/declare'
import { List } from '../../../kit/list/List'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { type ListState, useList } from '../../../kit/list/useList'
import { useMay } from '../../../kit/session/useProfile'
import { Button } from '../../../ui/button/Button'
import { Views } from '../../../ui/layout/Views'
import type { MenuItem } from '../../../ui/overlay/Menu'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from '../PersonalData.module.css'
import { dataRequestList, type RequestView, requestViews } from './dataRequestList'
import { PersonalDataFrame } from './PersonalDataFrame'
import { RecordRequest } from './RecordRequest'

const route = getRouteApi(paths.dataRequests)

export function DataRequests() {
  const { t } = useTranslation('personalDataStaff')
  const language = useLanguage()
  const change = useChangeSearch(route.useNavigate())
  const requests = useList(dataRequestList, {
    search: route.useSearch(),
    onSearch: (next, isStep = true) => change(next, isStep),
  })
  const [isRecording, setRecording] = useState(false)
  const mayAct = useMay('manageTnbUsers', 'update')
  const menu = useCallback(
    ({ number }: DataRequestRow): MenuItem[] => [{ id: 'open', label: t('requests.openRequest'), href: link('dataRequest', { number }) }],
    [t],
  )
  const record = (
    <Button
      mode="primary"
      onPress={() => setRecording(true)}
      isDisabled={!mayAct}
      why={mayAct ? undefined : sentence('forbidden', language)}
      whyShown="tooltip"
    >
      {t('requests.record')}
    </Button>
  )
  return (
    <PersonalDataFrame tab="requests" actions={record}>
      <div className={styles.views}>
        <RequestViews requests={requests} />
      </div>
      <List list={requests} menu={menu} />
      {isRecording && <RecordRequest onClose={() => setRecording(false)} />}
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
