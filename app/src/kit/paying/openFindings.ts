/** The open findings on the chosen bills, before they are paid. */
import { compareAmounts, type InvoiceNo, type Language, type ListedFinding, type Money, sumAmounts } from '~/core/core'
import { type CallQuery, composedQuery } from '../call/read'
import { fetchAllRows } from '../list/pages'
import { useBulkId } from '../session/useProfile'

export type OpenFinding = Pick<ListedFinding, 'findingId' | 'invoiceNo' | 'atStake' | 'state' | 'rule' | 'ruleGroup' | 'sentence'>

/** Reads every open finding of the bulk account. They are far fewer than the bills of a large payment. */
export function useOpenFindings(): CallQuery<OpenFinding[]> {
  const id = useBulkId()
  return composedQuery('GetFindings', ['open', id], () =>
    fetchAllRows('GetFindings', { id, filter: { states: ['open', 'asked', 'answered'] } }),
  )
}

/** A chosen bill with its open findings. */
export interface FoundBill {
  invoiceNo: InvoiceNo
  findings: readonly OpenFinding[]
}

/**
 * Returns the chosen bills with an open finding, and the total at stake. A bill with several findings counts once, with its
 * largest amount, because they may be about the same amount.
 */
export function atStakeOf(
  findings: readonly OpenFinding[],
  chosen: ReadonlyMap<InvoiceNo, unknown>,
  language: Language,
): { bills: FoundBill[]; total: Money } {
  const byBill = new Map<InvoiceNo, OpenFinding[]>()
  for (const finding of findings) {
    const { invoiceNo } = finding
    if (chosen.has(invoiceNo)) byBill.set(invoiceNo, [...(byBill.get(invoiceNo) ?? []), finding])
  }
  const bills = [...byBill].map(([invoiceNo, findings]) => ({ invoiceNo, findings }))
  const largest = bills.map(({ findings }) =>
    findings.map(({ atStake }) => atStake).reduce((most, atStake) => (compareAmounts(atStake, most) > 0 ? atStake : most)),
  )
  return { bills, total: sumAmounts(largest, language).value ?? '0.00' }
}
