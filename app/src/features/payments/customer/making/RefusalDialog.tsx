/** Nothing was paid, and there is a way on: each such refusal as a dialogue that names the invoices and offers it. */
import type { DuplicateInvoice, ErrorBody, RefusedInvoice } from '../../../../core/core'
import { DuplicateDialog } from '../review/DuplicateDialog'
import { ExcludeDialog } from '../review/ExcludeDialog'
import { TotalDialog } from '../review/TotalDialog'

interface Props {
  refusal: ErrorBody
  onClose: () => void
}

export function RefusalDialog({ refusal, onClose }: Props) {
  const { code, params } = refusal
  const invoices = params.invoices ?? []
  if (code === 'duplicatePayment') return <DuplicateDialog invoices={invoices as DuplicateInvoice[]} onClose={onClose} />
  if (code === 'totalChanged') {
    return <TotalDialog invoices={invoices as RefusedInvoice[]} seen={String(params.seen)} total={String(params.total)} onClose={onClose} />
  }
  const refused =
    code === 'invoiceUnknown'
      ? (invoices as string[]).map((invoiceNo): RefusedInvoice => ({ invoiceNo, reason: 'billNotFound', amount: '0.00' }))
      : (invoices as RefusedInvoice[])
  return <ExcludeDialog invoices={refused} onClose={onClose} />
}
