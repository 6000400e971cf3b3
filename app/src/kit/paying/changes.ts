/** What became of the chosen bills since they were chosen: a colleague may have paid some, the utility changed others. */
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'jotai'
import { useMemo } from 'react'
import type { InvoiceNo, LeftOut, Money } from '../../core/core'
import { call } from '../call/api'
import { useBulkId } from '../session/useProfile'
import { type ChosenBills, chosenFrom, ownedSelection, useChosen } from './selection'

interface Changed {
  invoiceNo: InvoiceNo
  before: Money
  now: Money
}

export interface Since {
  /** Bills that cannot be paid any more. */
  gone: InvoiceNo[]
  /** Why, with how many of them. */
  why: LeftOut[]
  changed: Changed[]
}

const nothing: Since = { gone: [], why: [], changed: [] }

export function useSince(): Since {
  const id = useBulkId()
  const store = useStore()
  const [bills] = useChosen()
  const { data } = useQuery({
    // Named after its endpoint, so that a live change of a payment asks again; ticking a box does not.
    queryKey: ['SelectBills', 'kept', id],
    queryFn: async ({ signal }) => {
      const asked = store.get(ownedSelection).bills
      if (asked.size === 0) return { asked, now: asked, why: [] }
      const { bills, leftOut } = await call('SelectBills', { id, filter: {}, invoiceNos: [...asked.keys()] }, { signal })
      return { asked, now: chosenFrom(bills), why: leftOut }
    },
    staleTime: 0,
  })
  return useMemo(() => (data ? compare(bills, data) : nothing), [bills, data])
}

function compare(bills: ChosenBills, { asked, now, why }: { asked: ChosenBills; now: ChosenBills; why: LeftOut[] }): Since {
  const gone: InvoiceNo[] = []
  const changed: Changed[] = []
  for (const [invoiceNo, { amount }] of bills) {
    const before = asked.get(invoiceNo)
    // What was chosen after the question, or brought up to date since, is newer than the answer.
    if (before?.amount !== amount) continue
    const current = now.get(invoiceNo)
    if (!current) gone.push(invoiceNo)
    else if (current.amount !== amount) changed.push({ invoiceNo, before: amount, now: current.amount })
  }
  return gone.length + changed.length > 0 ? { gone, why, changed } : nothing
}

/** The selection as it can be paid now. */
export function asNow(bills: ChosenBills, { gone, changed }: Since): ChosenBills {
  const next = new Map(bills)
  for (const invoiceNo of gone) next.delete(invoiceNo)
  for (const { invoiceNo, now } of changed) {
    const chosen = next.get(invoiceNo)
    if (chosen) next.set(invoiceNo, { ...chosen, amount: now })
  }
  return next
}
