import { getRouteApi } from '@tanstack/react-router'
import { BillList } from './BillList'
import { BillsFrame } from './BillsFrame'

const route = getRouteApi('/billPayment/charges')

export function OutstandingCharges() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <BillsFrame tab="charges">
      <BillList
        kind="charges"
        search={search}
        onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false })}
      />
    </BillsFrame>
  )
}
