/** The open findings on the chosen bills, for the review before payment. */
import { compareAmounts, type InvoiceNo, type Language, type ListedFinding, type Money, sumAmounts } from '~/core/core'
import { type CallQuery, composedQuery } from '~/kit/call/read'
import { fetchAllRows } from '~/kit/list/pages'
import { useBulkId } from '~/kit/session/useProfile'

type OpenFinding = Pick<ListedFinding, 'invoiceNo' | 'atStake'>

/** Reads every open finding of the bulk account. They are far fewer than the bills of a large payment. */
export function useOpenFindings(): CallQuery<OpenFinding[]> {
  const id = useBulkId()
  return composedQuery('GetFindings', ['open', id], () =>
    fetchAllRows('GetFindings', { id, filter: { states: ['open', 'asked', 'answered'] } }),
  )
}

/**
 * Returns the chosen bills with an open finding, and the total at stake. A bill with several findings counts once, with its
 * largest amount, because they may be about the same amount.
 */
export function atStakeOf(
  findings: readonly OpenFinding[],
  chosen: ReadonlyMap<InvoiceNo, unknown>,
  language: Language,
): { bills: { invoiceNo: InvoiceNo }[]; total: Money } {
  const byBill = new Map<InvoiceNo, Money>()
  for (const { invoiceNo, atStake } of findings) {
    if (!chosen.has(invoiceNo)) continue
    const known = byBill.get(invoiceNo)
    if (known === undefined || compareAmounts(atStake, known) > 0) byBill.set(invoiceNo, atStake)
  }
  const bills = [...byBill.keys()].map((invoiceNo) => ({ invoiceNo }))
  return { bills, total: sumAmounts([...byBill.values()], language).value ?? '0.00' }
}
