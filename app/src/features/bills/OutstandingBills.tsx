/** Unpaid bills, and those with earlier charges, with search, filters, order and selection for payment. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { PayOverdue } from '~/kit/paying/PayOverdue'
import { useBulkId } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { useTranslation } from '~/words/useTranslation'
import { BillsFrame } from './BillsFrame'
import { BillViews, countsOf } from './BillViews'
import { useBillMenu } from './bill/useBillMenu'
import { billList, chargeList } from './billList'
import { useBillsMenu } from './paying/useBillsMenu'
import { WhoMayPay } from './paying/WhoMayPay'
import { useBillSelection } from './useBillSelection'

const outstanding = getRouteApi(paths.outstandingBills)
const charges = getRouteApi(paths.outstandingCharges)

export function OutstandingBills() {
  const { t } = useTranslation('bills')
  const onSearch = useChangeSearch(outstanding.useNavigate())
  // Each filter change is an entry in the browser's history, so that Back undoes it.
  const bills = useList(billList, {
    search: outstanding.useSearch(),
    onSearch: (change, isStep = true) => onSearch(change, isStep),
    of: { id: useBulkId() },
  })
  const { id, groupIds, filter: { payable: _, ...filter } = {} } = bills.request
  const found = useOptionalRead('CountBills', { id, filter, ...(groupIds && { groupIds }) })
  const { selection, question } = useBillSelection(bills)
  const isViewed = useReadOnly() !== undefined
  const wanted = { id, ...(groupIds && { groupIds }), ...(bills.request.filter && { filter: bills.request.filter }) }
  return (
    <BillsFrame tab="outstanding">
      <WhoMayPay />
      <BillViews listed={bills} label={t('views.label')} counts={countsOf(found)} leftOut={found?.leftOut} beside={<PayOverdue />} />
      {question}
      <List list={bills} selection={isViewed ? undefined : selection} menu={useBillMenu()} exports={useBillsMenu().items(wanted)} />
    </BillsFrame>
  )
}

export function OutstandingCharges() {
  const { t } = useTranslation('bills')
  const onSearch = useChangeSearch(charges.useNavigate())
  const bills = useList(chargeList, {
    search: charges.useSearch(),
    onSearch: (change, isStep = true) => onSearch(change, isStep),
    of: { id: useBulkId() },
  })
  const { id, groupIds, filter: { payable: _, ...filter } = {} } = bills.request
  const counted = (payable?: boolean) => ({
    id,
    recordCount: 1,
    ...(groupIds && { groupIds }),
    filter: { ...filter, ...(payable !== undefined && { payable }) },
  })
  const counts = {
    payable: useOptionalRead('GetOutstandingCharges', counted(true))?.total,
    rest: useOptionalRead('GetOutstandingCharges', counted(false))?.total,
    all: useOptionalRead('GetOutstandingCharges', counted())?.total,
  }
  // `SelectBills` selects among all bills, not among those with earlier charges, so "select all matching" is not offered here.
  const { selection: ofList, question } = useBillSelection(bills)
  const selection = { ...ofList, findAll: undefined }
  const isViewed = useReadOnly() !== undefined
  return (
    <BillsFrame tab="charges">
      <WhoMayPay />
      <BillViews listed={bills} label={t('views.label')} counts={counts} />
      {question}
      <List list={bills} selection={isViewed ? undefined : selection} menu={useBillMenu()} />
    </BillsFrame>
  )
}
