/** Selects bills of a list. Selected bills that the list does not show stay selected. */
import { useCallback, useMemo } from 'react'
import { type Bill, billRefusal, type InvoiceNo, sentence } from '../../core/core'
import { call } from '../../kit/call/api'
import type { MatchingSelection } from '../../kit/list/SelectMatching'
import type { ListState } from '../../kit/list/useList'
import { withTicks } from '../../kit/list/useTicked'
import { LeftOutNotice } from '../../kit/paying/LeftOutNotice'
import { chosenFrom, together, useChosen } from '../../kit/paying/selection'
import { useLanguage } from '../../words/useLanguage'

export function useBillSelection(listed: ListState<Bill, 'outstandingBills' | 'outstandingCharges'>) {
  const language = useLanguage()
  const [bills, setBills] = useChosen()
  const selected = useMemo(() => new Set(bills.keys()), [bills])
  // A bill on hold is chosen on its own page, after a question.
  const whyNot = useCallback(
    (bill: Bill) => billRefusal(bill, language)?.errorMessage ?? (bill.hold ? sentence('billHasQuery', language) : undefined),
    [language],
  )

  function onChange(next: ReadonlySet<InvoiceNo>) {
    setBills(
      withTicks(
        bills,
        next,
        listed,
        ({ accountNo, totalAmountPayable, billBatchId }, known) => known ?? { accountNo, amount: totalAmountPayable, batchId: billBatchId },
      ),
    )
  }

  /** Selects all payable bills that match the filters, on every page. */
  async function findAll(): Promise<MatchingSelection> {
    const { id, filter = {}, groupIds } = listed.request
    const { bills, leftOut } = await call('SelectBills', { id, filter, ...(groupIds && { groupIds }) })
    setBills((before) => together(before, chosenFrom(bills)))
    const count = bills.length
    return {
      count,
      ...(leftOut.length > 0 && { leftOut: (onClose) => <LeftOutNotice leftOut={leftOut} chosen={count} onClose={onClose} /> }),
    }
  }
  return { selected, onChange, whyNot, findAll }
}
