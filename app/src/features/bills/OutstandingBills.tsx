/** Unpaid bills, and accounts with earlier charges: searched, narrowed, ordered, and chosen for payment. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '../../core/links'
import { List } from '../../kit/list/List'
import { useChangeSearch } from '../../kit/list/useChangeSearch'
import { useList } from '../../kit/list/useList'
import { useBulkId } from '../../kit/session/useProfile'
import { BillsFrame } from './BillsFrame'
import { billList, chargeList } from './billList'
import { useBillSelection } from './useBillSelection'

const outstanding = getRouteApi(paths.outstandingBills)
const charges = getRouteApi(paths.outstandingCharges)

export function OutstandingBills() {
  const onSearch = useChangeSearch(outstanding.useNavigate())
  // Each filter is an entry in the browser's history, so that back undoes it.
  const bills = useList(billList, {
    search: outstanding.useSearch(),
    onSearch: (change) => onSearch(change, true),
    of: { id: useBulkId() },
  })
  const selection = useBillSelection(bills)
  return (
    <BillsFrame tab="outstanding">
      <List list={bills} selection={selection} />
    </BillsFrame>
  )
}

export function OutstandingCharges() {
  const onSearch = useChangeSearch(charges.useNavigate())
  const bills = useList(chargeList, {
    search: charges.useSearch(),
    onSearch: (change) => onSearch(change, true),
    of: { id: useBulkId() },
  })
  // `SelectBills` selects of all bills, and not of those with charges: all that match cannot be selected at once.
  const selection = { ...useBillSelection(bills), findAll: undefined }
  return (
    <BillsFrame tab="charges">
      <List list={bills} selection={selection} />
    </BillsFrame>
  )
}
