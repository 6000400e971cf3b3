/** Changes of the chosen bills since the user chose them. A colleague may have paid a bill, or the utility changed it. */
import { useStore } from 'jotai'
import { useMemo } from 'react'
import { call } from '../call/api'
import { type CallQuery, composedQuery } from '../call/read'
import { useBulkId } from '../session/useProfile'
import { type Changes, compareSelection, noChanges, type SelectionAnswer } from './compare'
import { chosenFrom, heldOf, ownedSelection, useChosen } from './selection'

/**
 * Returns the query of the chosen bills in their current state. Its key does not contain the bills, so that ticking a
 * box does not refetch them, but a live change does. It is always stale, so that each screen refetches it on opening.
 */
export function useSelectionQuery(): CallQuery<SelectionAnswer> {
  const id = useBulkId()
  const store = useStore()
  const of = composedQuery('SelectBills', ['kept', id], async (signal): Promise<SelectionAnswer> => {
    const asked = store.get(ownedSelection).bills
    if (asked.size === 0) return { asked, now: asked, why: [] }
    const request = { id, filter: {}, invoiceNos: [...asked.keys()], heldInvoiceNos: heldOf(asked) }
    const { bills, leftOut } = await call('SelectBills', request, { signal })
    return { asked, now: chosenFrom(bills), why: leftOut }
  })
  return { ...of, staleTime: 0 }
}

/** Returns the differences between the selection and the server's answer; none while the answer is loading. */
export function useChanges(answer: SelectionAnswer | undefined): Changes {
  const [bills] = useChosen()
  return useMemo(() => (answer ? compareSelection(bills, answer) : noChanges), [bills, answer])
}
