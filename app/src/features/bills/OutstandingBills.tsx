import { getRouteApi } from '@tanstack/react-router'
import { BillList } from './BillList'
import { BillsFrame } from './BillsFrame'

const route = getRouteApi('/billPayment/outstanding')

export function OutstandingBills() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <BillsFrame tab="outstanding">
      <BillList
        kind="outstanding"
        search={search}
        onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false })}
      />
    </BillsFrame>
  )
}
