/** What changed about the chosen bills since they were chosen: a colleague may have paid some, the utility changed others. */
import { useStore } from 'jotai'
import { useMemo } from 'react'
import { call } from '../call/api'
import { composed, type Reading } from '../call/read'
import { useBulkId } from '../session/useProfile'
import { type Answer, type Changes, compare, nothing } from './compare'
import { chosenFrom, ownedSelection, useChosen } from './selection'

/**
 * The chosen bills as the server has them now. The key does not contain the bills: a live change of a bill asks again,
 * ticking a box does not. Each screen asks again when it opens.
 */
export function useSelectedNow(): Reading<Answer> {
  const id = useBulkId()
  const store = useStore()
  const of = composed('SelectBills', ['kept', id], async (signal): Promise<Answer> => {
    const asked = store.get(ownedSelection).bills
    if (asked.size === 0) return { asked, now: asked, why: [] }
    const { bills, leftOut } = await call('SelectBills', { id, filter: {}, invoiceNos: [...asked.keys()] }, { signal })
    return { asked, now: chosenFrom(bills), why: leftOut }
  })
  return { ...of, staleTime: 0 }
}

/** What differs between the selection and the server's answer; nothing until there is one. */
export function useChanges(answer: Answer | undefined): Changes {
  const [bills] = useChosen()
  return useMemo(() => (answer ? compare(bills, answer) : nothing), [bills, answer])
}
