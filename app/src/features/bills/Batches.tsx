/** Unpaid bills by batch, to see how late each batch is and to select hundreds of bills at once. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Batch } from '~/core/core'
import { paths } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { LeftOutNotice } from '~/kit/paying/LeftOutNotice'
import { PayOverdue } from '~/kit/paying/PayOverdue'
import { useBulkId } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { useTranslation } from '~/words/useTranslation'
import { BillsFrame } from './BillsFrame'
import { BillViews } from './BillViews'
import { batchList } from './batchList'
import { Figures } from './Figures'
import { useBillsMenu } from './paying/useBillsMenu'
import { WhoMayPay } from './paying/WhoMayPay'
import { useBatchSelection } from './useBatchSelection'

const route = getRouteApi(paths.batches)

export function Batches() {
  const { t } = useTranslation('bills')
  const id = useBulkId()
  const onSearch = useChangeSearch(route.useNavigate())
  const batches = useList(batchList, { search: route.useSearch(), onSearch: (change) => onSearch(change, true), of: { id } })
  const { payable: _, ...filter } = batches.request.filter ?? {}
  const count = (payable?: boolean) => ({ id, recordCount: 1, filter: { ...filter, ...(payable !== undefined && { payable }) } })
  const counts = {
    payable: useOptionalRead('GetBillsByBatch', count(true))?.total,
    rest: useOptionalRead('GetBillsByBatch', count(false))?.total,
    all: useOptionalRead('GetBillsByBatch', count())?.total,
  }
  const bills = useOptionalRead('CountBills', { id })
  const isViewed = useReadOnly() !== undefined
  const { leftOut, problem, forget, ...selection } = useBatchSelection(batches.rows)
  return (
    <BillsFrame tab="batches">
      <Figures />
      <WhoMayPay />
      <BillViews listed={batches} label={t('views.batches')} counts={counts} leftOut={bills?.leftOut} beside={<PayOverdue />} />
      <List
        list={batches}
        menu={useBatchMenu(id)}
        selection={isViewed ? undefined : { ...selection, notice: <LeftOutNotice leftOut={leftOut} problem={problem} onClose={forget} /> }}
      />
    </BillsFrame>
  )
}

/** The actions for all bills of a batch, paid or not. */
function useBatchMenu(id: string) {
  const { items } = useBillsMenu()
  return useCallback(({ billBatchId }: Batch) => items({ id, batchIds: [billBatchId] }), [items, id])
}
