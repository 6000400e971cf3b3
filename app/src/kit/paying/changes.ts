/** Changes to the chosen bills since they were chosen: a colleague may have paid some, or the utility may have changed others. */
import { useStore } from 'jotai'
import { useMemo } from 'react'
import { call } from '../call/api'
import { type CallQuery, composedQuery } from '../call/read'
import { useBulkId } from '../session/useProfile'
import { type Answer, type Changes, compare, nothing } from './compare'
import { chosenFrom, heldOf, ownedSelection, useChosen } from './selection'

/**
 * Reads the chosen bills in their current state. The key does not contain the bills: a live change reads them again,
 * ticking a box does not. Each screen reads them when it opens.
 */
export function useSelectedNow(): CallQuery<Answer> {
  const id = useBulkId()
  const store = useStore()
  const of = composedQuery('SelectBills', ['kept', id], async (signal): Promise<Answer> => {
    const asked = store.get(ownedSelection).bills
    if (asked.size === 0) return { asked, now: asked, why: [] }
    const request = { id, filter: {}, invoiceNos: [...asked.keys()], heldInvoiceNos: heldOf(asked) }
    const { bills, leftOut } = await call('SelectBills', request, { signal })
    return { asked, now: chosenFrom(bills), why: leftOut }
  })
  return { ...of, staleTime: 0 }
}

/** Returns the differences between the selection and the server's answer; none while the answer is loading. */
export function useChanges(answer: Answer | undefined): Changes {
  const [bills] = useChosen()
  return useMemo(() => (answer ? compare(bills, answer) : nothing), [bills, answer])
}
