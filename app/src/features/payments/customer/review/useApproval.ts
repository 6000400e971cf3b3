/** The approval that a payment of the chosen bills needs under the company's policy. */
import type { ApprovalPreview } from '../../../../core/core'
import { call } from '../../../../kit/call/api'
import { type CallQuery, composedQuery } from '../../../../kit/call/read'
import { useChosen } from '../../../../kit/paying/selection'
import { useBulkId } from '../../../../kit/session/useProfile'

/**
 * Returns the query for the approval; null without a policy or without bills. The numbers of thousands of bills are sent only if the
 * company has a policy.
 */
export function useApprovalQuery(): CallQuery<ApprovalPreview | null> {
  const id = useBulkId()
  const [bills] = useChosen()
  const invoiceNos = [...bills.keys()]
  return composedQuery('PreviewApproval', [id, invoiceNos], async (signal) => {
    if (invoiceNos.length === 0) return null
    const { isOn } = await call('GetApprovalPolicy', { id }, { signal })
    return isOn ? call('PreviewApproval', { id, invoiceNos }, { signal }) : null
  })
}
