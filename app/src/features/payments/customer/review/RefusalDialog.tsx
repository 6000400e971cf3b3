/** The dialogue for a refusal that can be resolved here. It names the invoices and offers a way to continue. */
import type { DuplicateInvoice, ErrorBody, RefusedInvoice } from '~/core/core'
import { DuplicateDialog } from './DuplicateDialog'
import { ExcludeDialog, type UnpayableInvoice } from './ExcludeDialog'
import { TotalDialog } from './TotalDialog'

const resolvable: readonly string[] = ['duplicatePayment', 'totalChanged', 'invoiceNotPayable', 'invoiceUnknown']

/** Whether the refusal has a dialogue with a way to continue. */
export const isResolvable = ({ code }: ErrorBody) => resolvable.includes(code)

export function RefusalDialog({ refusal, onClose }: { refusal: ErrorBody; onClose: () => void }) {
  const { code, params } = refusal
  const invoices = params.invoices ?? []
  if (code === 'duplicatePayment') return <DuplicateDialog invoices={invoices as DuplicateInvoice[]} onClose={onClose} />
  if (code === 'totalChanged') {
    return <TotalDialog invoices={invoices as RefusedInvoice[]} seen={String(params.seen)} total={String(params.total)} onClose={onClose} />
  }
  const refused =
    code === 'invoiceUnknown'
      ? (invoices as string[]).map((invoiceNo): UnpayableInvoice => ({ invoiceNo, reason: 'billNotFound', amount: undefined }))
      : (invoices as RefusedInvoice[])
  return <ExcludeDialog invoices={refused} onClose={onClose} />
}
