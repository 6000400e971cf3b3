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
  // Each way of narrowing bills is a step, which "back" takes back.
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
  // Charges are some of the bills only: all that match are not selected at once.
  const selection = { ...useBillSelection(bills), findAll: undefined }
  return (
    <BillsFrame tab="charges">
      <List list={bills} selection={selection} />
    </BillsFrame>
  )
}
