/** The approval that a payment of the chosen bills needs under the company's policy. */
import { useDeferredValue } from 'react'
import type { ApprovalPreview } from '~/core/core'
import { CallError, call } from '~/kit/call/api'
import { type CallQuery, composedQuery } from '~/kit/call/read'
import { isOutcome } from '~/kit/call/write'
import { useChosen } from '~/kit/paying/selection'
import { useBulkId } from '~/kit/session/useProfile'

/**
 * Returns the query for the approval; null without a policy or without bills. The numbers of thousands of bills are sent only if the
 * company has a policy.
 */
export function useApprovalQuery(): CallQuery<ApprovalPreview | null> {
  const id = useBulkId()
  const [chosen] = useChosen()
  // Deferred, so that leaving a bill out does not hide the review, and with it the focus, until the answer is there. Meanwhile the
  // server refuses a payment that needs approval.
  const bills = useDeferredValue(chosen)
  const invoiceNos = [...bills.keys()]
  return composedQuery('PreviewApproval', [id, invoiceNos], async (signal) => {
    if (invoiceNos.length === 0) return null
    const { isOn } = await call('GetApprovalPolicy', { id }, { signal })
    return isOn ? preview(id, invoiceNos, signal) : null
  })
}

/**
 * Bills that have left the bulk account are skipped: the review names them, and nothing can be sent until they are left out. Any
 * other refusal is also that of the payment, so the review of the payment shows it.
 */
async function preview(id: string, invoiceNos: readonly string[], signal: AbortSignal): Promise<ApprovalPreview | null> {
  try {
    return await call('PreviewApproval', { id, invoiceNos: [...invoiceNos] }, { signal })
  } catch (error) {
    if (!(error instanceof CallError) || !isOutcome(error)) throw error
    const unknown = error.body.code === 'invoiceUnknown' ? new Set(error.body.params.invoices as string[]) : undefined
    const known = unknown ? invoiceNos.filter((invoiceNo) => !unknown.has(invoiceNo)) : []
    return known.length > 0 && known.length < invoiceNos.length ? preview(id, known, signal) : null
  }
}
